import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

interface Manifest {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly digest: string }[];
}

interface MainScript {
  cacheFolders(environment: Readonly<Record<string, string>>): string[];
  unpackedRelease(manifest: Manifest, release: () => Buffer, parents: readonly string[]): string;
}

const script = fileURLToPath(new URL('../../../deploy/single-file/main.cjs', import.meta.url));
const { cacheFolders, unpackedRelease }: MainScript = createRequire(import.meta.url)(script);

const contents: Readonly<Record<string, string>> = { 'dist/program/hexipam.js': 'the program', 'package.json': '{}', empty: '' };
const manifest: Manifest = {
  name: 'hexipam-1.0.0-abc',
  files: Object.entries(contents).map(([path, text]) => ({
    path,
    bytes: text.length,
    digest: createHash('sha256').update(text).digest('hex'),
  })),
};
const release = (): Buffer => brotliCompressSync(Object.values(contents).join(''));

describe('The release in a single file', () => {
  let folder: TemporaryFolder;
  const cache = (): string => join(folder.path, 'some', 'cache');
  const unpack = (...parents: readonly string[]): string =>
    unpackedRelease(manifest, release, parents.length === 0 ? [cache()] : parents);
  const programIn = (path: string): string => readFileSync(join(path, 'dist/program/hexipam.js'), 'utf8');

  before(function () {
    // the single file is built for Linux and macOS
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  it('is unpacked once, and used by later starts', () => {
    const path = unpack();
    expect(path).to.equal(join(cache(), manifest.name));
    expect(programIn(path)).to.equal('the program');
    const again = unpackedRelease(manifest, () => expect.fail('it is unpacked again'), [cache()]);
    expect(again).to.equal(path);
    expect(readdirSync(cache())).to.deep.equal([manifest.name]);
  });

  it('is unpacked beside a changed or incomplete copy, which remains for running processes', () => {
    const first = unpack();
    writeFileSync(join(first, 'dist/program/hexipam.js'), 'another program');
    const second = unpack();
    expect([second, programIn(second)]).to.deep.equal([`${first}.1`, 'the program']);
    unlinkSync(join(second, 'package.json'));
    expect(unpack()).to.equal(`${first}.2`);
    expect(programIn(first)).to.equal('another program');
  });

  it('is not unpacked into a folder that others can write to, but into the next', () => {
    mkdirSync(cache(), { recursive: true });
    chmodSync(cache(), 0o777);
    const other = join(folder.path, 'other');
    expect(unpack('/proc/none/x', cache(), other)).to.equal(join(other, manifest.name));
    expect(() => unpack(cache())).to.throw(`no folder for the program, set XDG_CACHE_HOME: other users may write to ${cache()}`);
  });

  it('removes the remains of killed starts, but not those of running ones', () => {
    for (const name of ['.unfinished-old', '.unfinished-new']) mkdirSync(join(cache(), name), { recursive: true });
    chmodSync(cache(), 0o700);
    utimesSync(join(cache(), '.unfinished-old'), 1, 1);
    unpack();
    expect(readdirSync(cache()).sort()).to.deep.equal(['.unfinished-new', manifest.name]);
  });

  it('is unpacked once for concurrent starts', async () => {
    const code = `const { manifest, parent, contents } = require('node:worker_threads').workerData;
      const { unpackedRelease } = require(${JSON.stringify(script)});
      const release = () => require('node:zlib').brotliCompressSync(contents);
      require('node:worker_threads').parentPort.postMessage(unpackedRelease(manifest, release, [parent]));`;
    const given = { manifest, parent: cache(), contents: Object.values(contents).join('') };
    const workers = Array.from({ length: 4 }, () => new Worker(code, { eval: true, workerData: given, execArgv: [] }));
    const paths = await Promise.all(workers.map((worker) => once(worker, 'message')));
    expect(new Set(paths.flat())).to.deep.equal(new Set([join(cache(), manifest.name)]));
    expect(readdirSync(cache())).to.deep.equal([manifest.name]);
  });

  it('is stored in the cache of systemd or of the user, or below the temporary directory', () => {
    const folders = cacheFolders({ CACHE_DIRECTORY: '/var/cache/hexipam:/other', XDG_CACHE_HOME: '/home/me/cache' });
    expect(folders.slice(0, 2)).to.deep.equal(['/var/cache/hexipam', '/home/me/cache/hexipam']);
    expect(folders.at(-1)).to.match(/\/hexipam-\d+$/);
    expect(cacheFolders({ XDG_CACHE_HOME: 'relative' })[0]).to.not.match(/relative/);
  });
});
