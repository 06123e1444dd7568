import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Package, type Problem } from '@arethetypeswrong/core';
import { expect } from 'chai';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { type Installation, installPackage } from '../support/package/installed-package.js';

describe('The package as it is published', function () {
  this.timeout(120_000);
  let installation: Installation;
  before(() => {
    installation = installPackage();
  });
  after(() => installation?.remove());

  /** The text with the licences of what a folder holds, among it these packages. */
  function licencesIn(folder: string, packages: readonly string[]): string {
    const text = readFileSync(join(installation.package, folder, 'LICENSES.txt'), 'utf8');
    for (const name of packages) expect(text).to.match(new RegExp(`^${name} [0-9.]+ [(]MIT[)]$`, 'm'));
    expect(text).to.include('Permission is hereby granted');
    return text;
  }

  it('has nothing that publint finds', async () => {
    // Not packed anew: all that is there is published.
    const { messages, pkg } = await publint({ pkgDir: installation.package, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).to.deep.equal([]);
  });

  /**
   * The package is made of ES modules only: Node 20.19 and later load them by require too, which the checker does not know, so
   * what it says of CommonJS does not hold (CJSResolvesToESM); nor does TypeScript that ignores `exports` matter (node10).
   */
  it('has types that are found and right, as attw sees it for packages of ES modules', async () => {
    const data = new Uint8Array(await readFile(installation.tarball));
    const result = await checkPackage(withKnownFolders(createPackageFromTarballData(data)));
    const { types, problems } = result as { types: unknown; problems?: readonly Problem[] };
    expect(types).not.to.equal(false);
    const isOfModules = (problem: Problem): boolean =>
      problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10');
    expect((problems ?? []).filter(isOfModules)).to.deep.equal([]);
  });

  it('has the web console as it is built, with the licences of what it holds, and not what it is built of', () => {
    const files = readdirSync(installation.package, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.startsWith('adapters/web/console/'))).to.deep.equal([]);
    expect(files.filter((file) => file.startsWith('dist/adapters/web/public/')).length).to.be.greaterThan(10);
    licencesIn('dist/adapters/web/public', ['react', 'react-dom', '@mantine/core', '@primer/octicons-react']);
  });

  it('has the program as one bundle that runs, with the licences of what it holds', () => {
    const { bin, version } = JSON.parse(readFileSync(join(installation.package, 'package.json'), 'utf8')) as {
      bin: { hexipam: string };
      version: string;
    };
    const program = join(installation.package, bin.hexipam);
    expect(installation.node(program, '--version').trim()).to.equal(version);
    expect(readFileSync(program, 'utf8')).to.match(/^#!\/usr\/bin\/env node\n/);
    const licences = licencesIn(dirname(bin.hexipam), ['inversify', '@inversifyjs/core', 'koa-body', 'zod']);
    expect(licences).not.to.include('no text');
  });

  it('has a program that loads no packages but those that it depends on: others lie anywhere, in any version', () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(installation.package, 'package.json'), 'utf8'),
    ) as Readonly<Record<'dependencies' | 'optionalDependencies', object>>;
    const folder = join(installation.package, 'dist/program');
    const texts = readdirSync(folder).flatMap((file) => (file.endsWith('.js') ? [readFileSync(join(folder, file), 'utf8')] : []));
    const imports = texts.flatMap((text) => [
      ...text.matchAll(/^(?:import|export)\b[^'"\n]*"([^"]+)";$|\bimport\("([^"]+)"\)/gm),
    ]);
    const names = imports.map(([, still = '', late = '']) => still || late).filter((name) => !/^[.]|^node:/.test(name));
    const packages = names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    expect(packages).to.include.members(['koa', 'knex', 'pg', 'mysql2']);
    expect([...new Set(packages)].filter((name) => !(name in { ...dependencies, ...optionalDependencies }))).to.deep.equal([]);
  });

  it('has every file that its source maps name', () => {
    const maps = readdirSync(installation.package, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'));
    expect(maps.length).to.be.greaterThan(100);
    const missing = maps.flatMap((map) => {
      const { sources } = JSON.parse(readFileSync(join(installation.package, map), 'utf8')) as { sources: string[] };
      return sources.filter((source) => !existsSync(resolve(installation.package, dirname(map), source)));
    });
    expect(missing).to.deep.equal([]);
  });
});

/** The checker's package, which goes through all of its files whenever it is asked for a folder: thousands of times. */
function withKnownFolders(checked: Package): Package {
  const folders = new Set<string>();
  for (const file of checked.listFiles())
    for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  return Object.assign(checked, { directoryExists: (path: string) => folders.has(resolve(path)) });
}
