import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Installation, installPackage } from '../support/package/installed-package.js';
import { packageRoot } from '../support/package/package-root.js';

const compilers = {
  '5.9': '@typescript/v5/bin/tsc',
  '6': 'typescript/bin/tsc',
  '7': '@typescript/native/bin/tsc',
} as const;

const options = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable'],
  types: ['node', 'mocha'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

describe('The types of the package', function () {
  this.timeout(300_000);
  let installation: Installation;
  before(() => {
    installation = installPackage();
    const consumer = join(packageRoot, 'test/package/consumer/uses-every-entry.ts');
    cpSync(consumer, join(installation.folder, 'as-module.mts'));
    cpSync(consumer, join(installation.folder, 'as-common.cts'));
    const files = ['as-module.mts', 'as-common.cts'];
    writeFileSync(join(installation.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  });
  after(() => installation?.remove());

  /** The types of Koa conflict with some versions of packages that Express also uses. */
  it('do not refer to the types of Koa', () => {
    const tsc = join(installation.folder, 'node_modules', compilers['7']);
    const files = installation.node(tsc, '-p', 'tsconfig.json', '--listFilesOnly').split('\n');
    expect(files.filter((file) => file.includes('/hexipam/')).length).to.be.greaterThan(100);
    expect(files.filter((file) => /\/(@types\/koa|koa|koa-body|@koa)[-/]/.test(file))).to.deep.equal([]);
  });

  for (const [version, compiler] of Object.entries(compilers))
    it(`compile for ES modules and CommonJS under TypeScript ${version}, including those of its dependencies`, () => {
      const tsc = join(installation.folder, 'node_modules', compiler);
      expect(installation.node(tsc, '--version')).to.match(new RegExp(`Version ${version}`));
      expect(installation.node(tsc, '-p', 'tsconfig.json')).to.equal('');
    });
});
