/**
 * Builds the single files, hexipam-linux-x64 and hexipam-linux-arm64: Node.js with the release inside (single executable
 * application). Prints their paths. Run after `npm run build`, by:
 * npm run package:single [-- FOLDER [ARCHITECTURE ...]] (default: dist/package and all architectures).
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { inject } from 'postject';
import { assets } from '../assets.js';
import { bundle } from './bundle.js';

const here = 'deploy/single-file';
const [target = 'dist/package', ...named] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The version of Node.js inside, and the digests of its packages. */
const node = JSON.parse(readFileSync(join(here, 'node.json'), 'utf8'));
const architectures = named.length > 0 ? named : Object.keys(node.integrity);

/** Names that Node.js defines for single executable applications: the section, and the fuse that enables it. */
const [section, fuse] = ['NODE_SEA_BLOB', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'];

/** Files that the program never reads: other builds and extensions of PGlite, code for other systems, source maps and types. */
const unused = [
  /^node_modules[/]@electric-sql[/]pglite[/](src[/]|dist[/](contrib|live|node-postgres|vector|worker)[/]|dist[/].*[.](cjs|tar[.]gz)$)/,
  /^node_modules[/]fs-native-extensions[/]prebuilds[/](?!linux-(x64|arm64)[/])/,
  /[.](map|d[.][cm]?ts)$/,
];

function run(program, words, options = {}) {
  const { status } = spawnSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed`);
}

/** Installs Node.js for an architecture from npm. @throws Error if the package has another digest than in node.json */
function installNode(folder, architecture) {
  const name = `node-linux-${architecture}`;
  const root = join(folder, name);
  mkdirSync(root);
  // npm installs packages of another architecture only if they are optional.
  writeFileSync(join(root, 'package.json'), JSON.stringify({ optionalDependencies: { [name]: node.version } }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--os=linux', `--cpu=${architecture}`];
  run('npm', ['install', ...options], { cwd: root });
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { integrity } = packages[`node_modules/${name}`];
  if (integrity !== node.integrity[architecture]) throw new Error(`${name} ${node.version} has another digest: ${integrity}`);
  return join(root, 'node_modules', name);
}

/** The used files below a folder, in the same order in each build. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !unused.some((pattern) => pattern.test(path)))
    .sort();

/** Copies installed packages and their dependencies. */
function copyPackages(release, ...names) {
  for (const name of names) {
    const place = join('node_modules', name);
    if (existsSync(join(release, place))) continue;
    cpSync(place, join(release, place), { recursive: true });
    copyPackages(release, ...Object.keys(JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).dependencies ?? {}));
  }
}

/** Writes the bundled program and the files that it reads. */
async function writeRelease(release) {
  await bundle('dist', join(release, 'dist'));
  for (const asset of assets()) cpSync(asset, join(release, asset));
  copyPackages(release, '@electric-sql/pglite', 'fs-native-extensions');
  for (const file of ['package.json', 'LICENSE']) copyFileSync(file, join(release, file));
  copyFileSync(join(here, 'import.cjs'), join(release, 'import.cjs'));
}

/** Packs the release into one compressed file, and writes its manifest. */
function pack(release, folder) {
  const contents = filesIn(release).map((path) => ({ path, content: readFileSync(join(release, path)) }));
  const files = contents.map(({ path, content }) => ({
    path,
    bytes: content.length,
    digest: createHash('sha256').update(content).digest('hex'),
  }));
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  const all = Buffer.concat(contents.map(({ content }) => content));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
  };
  writeFileSync(join(folder, 'release.br'), brotliCompressSync(all, { params }));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ name: `hexipam-${version}-${digest.slice(0, 16)}`, files }));
}

/** Writes the blob for Node.js. Without compiled code or a snapshot, it is the same for all architectures. */
function writeBlob(folder, program) {
  const configuration = {
    main: join(process.cwd(), here, 'main.cjs'),
    output: join(folder, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: { 'manifest.json': join(folder, 'manifest.json'), 'release.br': join(folder, 'release.br') },
  };
  writeFileSync(join(folder, 'sea.json'), JSON.stringify(configuration));
  run(program, ['--experimental-sea-config', join(folder, 'sea.json')]);
  return readFileSync(configuration.output);
}

const folder = mkdtempSync(join(tmpdir(), 'hexipam-single-'));
try {
  const release = join(folder, 'release');
  await writeRelease(release);
  const installed = Object.fromEntries(
    [...new Set([process.arch, ...architectures])].map((architecture) => [architecture, installNode(folder, architecture)]),
  );
  copyFileSync(join(installed[process.arch], 'LICENSE'), join(release, 'LICENSE-node'));
  pack(release, folder);
  const blob = writeBlob(folder, join(installed[process.arch], 'bin/node'));
  mkdirSync(target, { recursive: true });
  for (const architecture of architectures) {
    const file = join(target, `hexipam-linux-${architecture}`);
    copyFileSync(join(installed[architecture], 'bin/node'), file);
    chmodSync(file, 0o755);
    await inject(file, section, blob, { sentinelFuse: fuse });
    console.log(file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
