import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../support/package/package-root.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

const built = join(packageRoot, 'dist/packages/domain');

interface Description {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

const read = (path: string): string => readFileSync(path, 'utf8');
const description = JSON.parse(read(join(built, 'package.json'))) as Description;
const service = JSON.parse(read(join(packageRoot, 'package.json'))) as Description;

describe('The package @hexipam/domain', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;

  before(() => {
    folder = makeTemporaryFolder();
    const modules = join(folder.path, 'node_modules');
    mkdirSync(join(modules, '@hexipam'), { recursive: true });
    cpSync(built, join(modules, '@hexipam/domain'), { recursive: true });
    symlinkSync(join(packageRoot, 'node_modules/ip-address'), join(modules, 'ip-address'));
    writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ type: 'module' }));
  });
  after(() => folder?.remove());

  it('has the version of the service and ip-address as its only dependency', () => {
    expect(description.version).to.equal(service.version);
    expect(description.dependencies).to.deep.equal({ 'ip-address': service.dependencies['ip-address'] });
  });

  it('runs the example of its README', () => {
    const [, code = ''] = /```js\n(.*?)```/s.exec(read(join(built, 'README.md'))) ?? [];
    writeFileSync(join(folder.path, 'example.js'), code);
    const printed = execFileSync(process.execPath, ['example.js'], { cwd: folder.path, encoding: 'utf8' });
    expect(printed).to.equal('10.0.2.0/24\n');
  });

  it('has types that compile in a strict program with every entry', () => {
    const entries = Object.keys(description.exports).filter((entry) => !entry.endsWith('.json'));
    const lines = entries.map((entry, index) => `export * as entry${index} from '@hexipam/domain${entry.slice(1)}';`);
    writeFileSync(join(folder.path, 'uses.ts'), lines.join('\n'));
    const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--noEmit', '--types', ''];
    const tsc = join(packageRoot, 'node_modules/@typescript/native/bin/tsc');
    execFileSync(process.execPath, [tsc, ...options, 'uses.ts'], { cwd: folder.path });
  });

  it('exports the same value for a name from all entries', async () => {
    const byName = new Map<string, unknown>();
    const modules = await Promise.all(
      ['index', 'net', 'allocation', 'permission'].map(
        (name) => import(join(built, 'public', `${name}.js`)) as Promise<Record<string, unknown>>,
      ),
    );
    for (const exported of modules)
      for (const [name, value] of Object.entries(exported)) {
        expect(byName.get(name) ?? value, name).to.equal(value);
        byName.set(name, value);
      }
    expect(byName.size).to.be.greaterThan(50);
  });
});
