/**
 * Main script of the single file (single executable application of Node.js). It contains the release as one compressed asset.
 * Node.js imports modules and starts threads from real files only. The first start unpacks the release into a cache folder, and
 * each start compares all its files with their SHA-256 before it runs the program.
 */
'use strict';
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const os = require('node:os');
const { dirname, isAbsolute, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { brotliDecompressSync } = require('node:zlib');

/** Maximum number of folders of a release. A damaged one is not replaced, because another process can run from it. */
const maxFolders = 10;
/** Unfinished folders of killed starts are removed after this time, in milliseconds. */
const abandonedAfterMs = 3_600_000;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Cache folders in order of preference: of systemd, of the user, of this user below the temporary directory. */
function cacheFolders(environment) {
  const { CACHE_DIRECTORY, XDG_CACHE_HOME } = environment;
  const folders = [];
  if (CACHE_DIRECTORY) folders.push(CACHE_DIRECTORY.split(':')[0]);
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) folders.push(join(XDG_CACHE_HOME, 'hexipam'));
  try {
    folders.push(join(os.homedir(), '.cache', 'hexipam'));
  } catch {} // the user has no entry in the user database
  return [...folders, join(os.tmpdir(), `hexipam-${process.getuid()}`)];
}

/** Creates a folder and its parents. The recursive mkdir of Node.js does not end below /proc. */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error; // another start was faster
  }
}

/** Creates a folder. @throws Error if other users can write to it */
function makePrivate(folder) {
  makeFolder(folder);
  const { uid, mode } = fs.lstatSync(folder);
  if (uid !== process.getuid()) throw new Error(`${folder} belongs to another user`);
  if (mode & 0o022) throw new Error(`other users may write to ${folder}`);
}

/** Whether a folder has all files of the release, unchanged. */
function isIntact(folder, { files }) {
  try {
    if (fs.lstatSync(folder).uid !== process.getuid()) return false;
    return files.every(({ path, digest }) => sha256(fs.readFileSync(join(folder, path))) === digest);
  } catch {
    return false;
  }
}

/** @param release the contents of all files, concatenated and compressed by Brotli */
function writeFiles(folder, { files }, release) {
  const contents = brotliDecompressSync(release);
  let at = 0;
  for (const { path, bytes } of files) {
    makeFolder(dirname(join(folder, path)));
    fs.writeFileSync(join(folder, path), contents.subarray(at, at + bytes), { mode: 0o600 });
    at += bytes;
  }
}

/** Gives a complete folder its name, unless another start was faster. */
function rename(draft, folder) {
  try {
    fs.renameSync(draft, folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}

function removeAbandoned(parent) {
  for (const name of fs.readdirSync(parent)) {
    const stats = fs.lstatSync(join(parent, name), { throwIfNoEntry: false });
    if (/^\.unfinished-/.test(name) && stats && Date.now() - stats.mtimeMs > abandonedAfterMs)
      fs.rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Returns the folder of the release below a cache folder, and creates a missing one. @throws Error */
function folderIn(parent, manifest, release) {
  makePrivate(parent);
  for (let number = 0; number < maxFolders; number++) {
    const folder = join(parent, `${manifest.name}${number === 0 ? '' : `.${number}`}`);
    if (isIntact(folder, manifest)) return folder;
    if (fs.existsSync(folder)) continue;
    removeAbandoned(parent);
    const draft = fs.mkdtempSync(join(parent, '.unfinished-'));
    try {
      writeFiles(draft, manifest, release());
      rename(draft, folder);
    } finally {
      fs.rmSync(draft, { recursive: true, force: true });
    }
    if (isIntact(folder, manifest)) return folder;
  }
  throw new Error(`${parent} has ${maxFolders} damaged folders ${manifest.name}: remove them`);
}

/**
 * Returns the folder of the unpacked release, in the first usable cache folder. Concurrent starts get the same one.
 * @param manifest name of the folder, and path, length and SHA-256 of each file
 * @param release returns the compressed contents
 * @throws Error that lists the problem of each cache folder
 */
function unpackedRelease(manifest, release, parents) {
  const problems = [];
  for (const parent of parents) {
    try {
      return folderIn(parent, manifest, release);
    } catch (error) {
      problems.push(error.message);
    }
  }
  throw new Error(`no folder for the program, set XDG_CACHE_HOME: ${problems.join('; ')}`);
}

function run() {
  const { getAsset, getRawAsset } = require('node:sea');
  const manifest = JSON.parse(getAsset('manifest.json', 'utf8'));
  const folder = unpackedRelease(manifest, () => Buffer.from(getRawAsset('release.br')), cacheFolders(process.env));
  const program = join(folder, 'dist/program/hexipam.js');
  // A process of a cluster gets the program as its first argument, as if it were started by Node.js.
  process.argv.splice(1, require('node:cluster').isWorker ? 2 : 1, program);
  return createRequire(program)(join(folder, 'import.cjs'))(pathToFileURL(program));
}

module.exports = { cacheFolders, unpackedRelease };
if (require('node:sea').isSea())
  try {
    run();
  } catch (error) {
    process.stderr.write(`hexipam: ${error.message}\n`);
    process.exitCode = 1;
  }
