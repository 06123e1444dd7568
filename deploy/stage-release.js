/**
 * Writes a release into a folder: the compiled program and the packages that it needs, without sources, types and development
 * tools. The container image and the Debian package contain this folder. Run after `npm run build`:
 * node deploy/stage-release.js FOLDER
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assets } from './assets.js';

const target = process.argv[2];
if (!target) throw new Error('usage: node deploy/stage-release.js FOLDER');

const documents = ['LICENSE', 'README.md', 'CHANGELOG.md'];

/** Development files of packages. Text files remain, because some packages have their licence in README.md. */
const leftovers = /^(\..*|tsconfig\.json|.*\.(map|d\.[cm]?ts|flow))$/i;

function removeLeftovers() {
  const packages = join(target, 'node_modules');
  for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true }))
    if (leftovers.test(entry.name)) rmSync(join(entry.parentPath, entry.name), { recursive: true, force: true });
}

/** Removes compiled code for other systems and for the runtime Bare. Image and package are for Linux and Node.js. */
function removeForeignCode() {
  const prebuilds = join(target, 'node_modules/fs-native-extensions/prebuilds');
  for (const path of readdirSync(prebuilds, { recursive: true, encoding: 'utf8' }))
    if (!/^linux-(x64|arm64)(?!.*[.]bare$)/.test(path)) rmSync(join(prebuilds, path), { recursive: true, force: true });
}

/** package.json without scripts and development dependencies. */
function manifest() {
  const { scripts, devDependencies, allowScripts, overrides, ...rest } = JSON.parse(readFileSync('package.json', 'utf8'));
  return `${JSON.stringify(rest, null, 2)}\n`;
}

/** The bill of materials. */
function billOfMaterials() {
  const { status, stdout } = spawnSync(process.execPath, ['deploy/sbom.js'], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error('deploy/sbom.js failed');
  return stdout;
}

/** Installs the locked production packages. Their install scripts do not run: none of these packages has one. */
function installPackages() {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(file, join(target, file));
  const words = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', words, { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('npm ci failed');
  for (const file of ['package-lock.json', '.npmrc', 'node_modules/.package-lock.json']) rmSync(join(target, file));
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
installPackages();
removeLeftovers();
removeForeignCode();
writeFileSync(join(target, 'package.json'), manifest());
writeFileSync(join(target, 'sbom.cdx.json'), billOfMaterials());
cpSync('dist/program', join(target, 'dist/program'), { recursive: true });
for (const asset of assets()) cpSync(asset, join(target, asset));
for (const document of documents) cpSync(document, join(target, document));
chmodSync(join(target, 'dist/program/hexipam.js'), 0o755);
