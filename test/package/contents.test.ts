import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Package, type Problem } from '@arethetypeswrong/core';
import { expect } from 'chai';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { type Installation, installPackage } from '../support/package/installed-package.js';
import { packageRoot } from '../support/package/package-root.js';

describe('The published package', function () {
  this.timeout(120_000);
  let installation: Installation;
  before(() => {
    installation = installPackage();
  });
  after(() => installation?.remove());

  /** The licence text of a folder, which must list these packages. */
  function licencesIn(folder: string, packages: readonly string[]): string {
    const text = readFileSync(join(installation.package, folder, 'LICENSES.txt'), 'utf8');
    for (const name of packages) expect(text).to.match(new RegExp(`^${name} [0-9.]+ [(]MIT[)]$`, 'm'));
    expect(text).to.include('Permission is hereby granted');
    return text;
  }

  it('passes publint', async () => {
    // Not packed again, because the folder contains only published files.
    const { messages, pkg } = await publint({ pkgDir: installation.package, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).to.deep.equal([]);
  });

  /**
   * The package contains only ES modules. Node 20.19 and later can require them, which the checker does not know: the test
   * ignores CJSResolvesToESM. It also ignores TypeScript without support for `exports` (node10).
   */
  it('has types that pass attw for packages of ES modules', async () => {
    const data = new Uint8Array(await readFile(installation.tarball));
    const result = await checkPackage(withKnownFolders(createPackageFromTarballData(data)));
    const { types, problems } = result as { types: unknown; problems?: readonly Problem[] };
    expect(types).not.to.equal(false);
    const isOfModules = (problem: Problem): boolean =>
      problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10');
    expect((problems ?? []).filter(isOfModules)).to.deep.equal([]);
  });

  it('has the built web console, with the licences of its packages', () => {
    const files = readdirSync(installation.package, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.startsWith('dist/adapters/web/public/')).length).to.be.greaterThan(10);
    licencesIn('dist/adapters/web/public', ['react', 'react-dom', '@mantine/core', '@primer/octicons-react']);
  });

  it('has the program as a bundle that runs, with the licences of its packages', () => {
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

  it('has bundles that import only declared packages', () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(installation.package, 'package.json'), 'utf8'),
    ) as Readonly<Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', object>>;
    const declared = { ...dependencies, ...optionalDependencies };
    const scripts = readdirSync(join(installation.package, 'dist/program')).filter((file) => file.endsWith('.js'));
    expect(scripts.flatMap(packagesOf)).to.include.members(['koa', 'knex', 'pg', 'mysql2']);
    const undeclared = (file: string): string[] =>
      packagesOf(file).filter((name) => !(name in (file === 'testing.js' ? { ...declared, ...peerDependencies } : declared)));
    expect(scripts.flatMap(undeclared)).to.deep.equal([]);
  });

  it('has no source maps and no sources', () => {
    const files = readdirSync(installation.package, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.map') || /(?<!\.d)\.ts$/.test(file))).to.deep.equal([]);
  });

  it('has its modules only in the bundle, and the types only of its entries', () => {
    const files = readdirSync(join(installation.package, 'dist'), { recursive: true, encoding: 'utf8' });
    const modules = files.filter((file) => /[.](js|d[.]ts)$/.test(file) && !file.startsWith('adapters/web/public/'));
    expect(modules.filter((file) => !/^program[/][^/]+[.]js$|^types[/].*[.]d[.]ts$/.test(file))).to.deep.equal([]);
  });

  it('has the same classes in all entries', () => {
    const program = `
      import { IpamError, Prefix } from 'hexipam';
      import * as domain from 'hexipam/domain';
      console.log(IpamError === domain.IpamError, Prefix === domain.Prefix);`;
    expect(installation.node('--input-type=module', '--eval', program).trim()).to.equal('true true');
  });

  it('has every file that its documents link to', () => {
    const files = readdirSync(installation.package, { recursive: true, encoding: 'utf8' });
    const missing = files.filter((file) => file.endsWith('.md')).flatMap((file) => linksOf(file).filter(isLeftOut));
    expect(missing).to.deep.equal([]);
  });

  it('has every module that its entries reach', () => {
    const { exports } = JSON.parse(readFileSync(join(installation.package, 'package.json'), 'utf8')) as {
      exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    };
    const reached = new Set<string>(
      Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : Object.values(entry))),
    );
    const missing: string[] = [];
    for (const thread of ['crypt', 'database', 'kafka', 'verification']) reached.add(`dist/program/${thread}-thread.js`);
    for (const file of reached)
      if (!existsSync(join(installation.package, file))) missing.push(file);
      else for (const next of importsOf(file)) reached.add(next);
    expect(missing).to.deep.equal([]);
    expect(reached.size).to.be.greaterThan(300);
  });

  /** The packages that a bundle imports. */
  function packagesOf(file: string): string[] {
    const text = readFileSync(join(installation.package, 'dist/program', file), 'utf8');
    const imports = [...text.matchAll(/^(?:import|export)\b[^'"\n]*"([^"]+)";$|\bimport\("([^"]+)"\)/gm)];
    const names = imports.map(([, still = '', late = '']) => still || late).filter((name) => !/^[.]|^node:/.test(name));
    return names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  }

  const isLeftOut = (path: string): boolean =>
    existsSync(join(packageRoot, path)) && !existsSync(join(installation.package, path));

  /** Relative links of a document, as paths in the package. */
  function linksOf(file: string): readonly string[] {
    const text = readFileSync(join(installation.package, file), 'utf8');
    const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = '']) => link);
    return links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => join(dirname(file), link));
  }

  /** Relative imports of a module, as paths in the package. For a declaration file, these are declaration files. */
  function importsOf(file: string): readonly string[] {
    const text = readFileSync(join(installation.package, file), 'utf8');
    const paths = [...text.matchAll(/(?:\bfrom|\bimport) ?\(?['"](\.{1,2}\/[^'"]+)['"]/g)].map(([, path = '']) =>
      join(dirname(file), path),
    );
    return file.endsWith('.d.ts') ? paths.map((path) => path.replace(/\.js$/, '.d.ts')) : paths;
  }
});

/** perf: a package with a set of its folders. The checker scans all files for each of its thousands of folder queries. */
function withKnownFolders(checked: Package): Package {
  const folders = new Set<string>();
  for (const file of checked.listFiles())
    for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  return Object.assign(checked, { directoryExists: (path: string) => folders.has(resolve(path)) });
}
