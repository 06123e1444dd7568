/** Programs that use only the installed package. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Installation, installPackage } from '../support/package/installed-package.js';
import { packageRoot } from '../support/package/package-root.js';

const compilerOptions = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable'],
  types: ['node', 'mocha'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true, // types.test.ts checks those of the package
  outDir: 'built',
  rootDir: '.',
};

/** The first program of the guide to embedding. */
function guideProgram(): string {
  const [, program = ''] = /\n```ts\n(.*?)```/s.exec(readFileSync(join(packageRoot, 'docs/guides/embedding.md'), 'utf8')) ?? [];
  return program;
}

describe('The installed package', function () {
  this.timeout(300_000);
  let installation: Installation;
  const node = (...words: readonly string[]): string => installation.node(...words);
  const compile = (): string => node(join('node_modules', '@typescript/native/bin/tsc'), '-p', 'tsconfig.json');

  before(() => {
    installation = installPackage();
    cpSync(join(packageRoot, 'test/package/consumer'), join(installation.folder, 'consumer'), { recursive: true });
    writeFileSync(join(installation.folder, 'guide.ts'), guideProgram());
    const include = ['consumer', 'guide.ts'];
    writeFileSync(join(installation.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    expect(compile()).to.equal('');
  });
  after(() => installation?.remove());

  const runSuite = (file: string): { readonly passes: number; readonly failures: readonly string[] } => {
    const mocha = join('node_modules', 'mocha/bin/mocha.js');
    const printed = node(mocha, '--no-config', '--reporter', 'json', '--timeout', '60000', join('built/consumer', file));
    const { stats, failures } = JSON.parse(printed.slice(printed.indexOf('{\n'))) as {
      stats: { passes: number };
      failures: { fullTitle: string }[];
    };
    return { passes: stats.passes, failures: failures.map(({ fullTitle }) => fullTitle) };
  };

  it('supports programs with their own authentication, the interface in Express, and change listeners', () => {
    const { passes, failures } = runSuite('embedded.test.js');
    expect(failures).to.deep.equal([]);
    expect(passes).to.be.greaterThan(10);
  });

  it('tests a durable third-party storage, including reopening', () => {
    const { passes, failures } = runSuite('json-lines-storage.test.js');
    expect(failures).to.deep.equal([]);
    expect(passes).to.be.greaterThan(300);
  });

  it('runs the program of the embedding guide, which exits by itself', () => {
    expect(guideProgram()).to.match(/^import \{ createIpam/);
    const printed = node('built/guide.js').trim();
    expect(printed).to.match(/^10[.]30[.]0[.]2$/m);
    expect(printed.match(/add (section|subnet|address) /g)).to.have.length(4);
  });

  it('can be required by a CommonJS program', () => {
    const program = `
      const { createIpam, internalCaller } = require('hexipam');
      const { createMemoryDatabase } = require('hexipam/memory');
      createIpam({ storage: { database: createMemoryDatabase() } }).then(async (ipam) => {
        console.log(await ipam.sections.create(internalCaller, { name: 'Required' }));
        await ipam.close();
      });`;
    writeFileSync(join(installation.folder, 'required.cjs'), program);
    expect(node('required.cjs').trim()).to.equal('1');
  });
});

describe('The package without PGlite', function () {
  this.timeout(120_000);
  let installation: Installation;
  before(() => {
    installation = installPackage(['@electric-sql/pglite']);
  });
  after(() => installation?.remove());

  it('names the missing package for an embedded database, and works otherwise', () => {
    const program = `
      import { createIpam, internalCaller, StorageError } from 'hexipam';
      import { createMemoryDatabase } from 'hexipam/memory';
      for (const url of ['pglite:', 'file:data']) {
        const error = await createIpam({ storage: { url } }).catch((reason) => reason);
        console.log(error instanceof StorageError, error.message);
      }
      const ipam = await createIpam({ storage: { database: createMemoryDatabase() } });
      console.log(await ipam.sections.create(internalCaller, { name: 'Without' }));
      await ipam.close();`;
    writeFileSync(join(installation.folder, 'without.js'), program);
    const sentence =
      'file: and pglite: need the package @electric-sql/pglite: run npm install @electric-sql/pglite, or use a PostgreSQL server (postgres://...)';
    const line = `true cannot use the database: ${sentence}`;
    expect(installation.node('without.js').trim().split('\n')).to.deep.equal([line, line, '1']);
  });
});
