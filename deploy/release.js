/**
 * Prepares a release: checks version, change log and tree, builds all packages into one folder, and writes digests, bill of
 * materials and a statement of provenance. It publishes nothing, and refers to the remaining steps.
 * npm run release [-- --rehearse] [-- FOLDER] (default: release). A rehearsal continues in spite of problems.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesOf, problemsOf, provenanceOf } from './release/statements.js';

const [target = 'release'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isRehearsal = process.argv.includes('--rehearse');
const read = (file) => readFileSync(file, 'utf8');
const { version } = JSON.parse(read('package.json'));
const begun = new Date();

/** Runs a program. @returns its output @throws Error if it fails */
function run(program, ...words) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 };
  const { status, stdout } = spawnSync(program, words, options);
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed`);
  return stdout.trim();
}

const has = (program, word = '--version') => spawnSync(program, [word], { stdio: 'ignore' }).status === 0;
const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

function check() {
  const problems = problemsOf({
    version,
    lockVersion: JSON.parse(read('package-lock.json')).version,
    changeLog: read('CHANGELOG.md'),
    treeStatus: run('git', 'status', '--porcelain'),
    tags: run('git', 'tag', '--list').split('\n'),
  });
  for (const problem of problems) console.error(`release: ${problem}`);
  if (problems.length > 0 && !isRehearsal) process.exit(1);
}

/** The interpreter with the tools of the Python package: .ci/python installs it. */
const python = 'packages/python/.venv/bin/python';
const wheelOptions = ['--no-deps', '--no-build-isolation', '--disable-pip-version-check'];

/** The packages of the release: name, build program and its arguments. */
const forms = [
  ['npm package', 'npm', 'pack', '--ignore-scripts', '--pack-destination', target],
  ['npm package of the domain', 'npm', 'pack', './dist/packages/domain', '--ignore-scripts', '--pack-destination', target],
  ['npm package of the client', 'npm', 'pack', './dist/packages/client', '--ignore-scripts', '--pack-destination', target],
  ['Python package', python, '-m', 'pip', 'wheel', '--quiet', ...wheelOptions, '--wheel-dir', target, './dist/packages/python'],
  ['Debian package', process.execPath, 'deploy/debian/build-package.js', target],
  ['single files', process.execPath, 'deploy/single-file/build.js', target],
  ['Helm chart', 'helm', 'package', 'deploy/chart', '--destination', join(target, 'chart')],
];

/** Whether this machine can build a package, by its name. Other packages need no check. */
const needed = {
  'Python package': () => existsSync(python),
  'Debian package': () => has('dpkg-deb'),
  'Helm chart': () => has('helm', 'version'),
};

/** @returns the names of the packages that this machine cannot build */
function build() {
  rmSync('dist', { recursive: true, force: true });
  console.log('release: npm ci');
  run('npm', 'ci'); // builds
  run(process.execPath, '.ci/pack-client.js');
  if (existsSync(python)) run(process.execPath, '.ci/pack-python.js', python);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const usable = forms.filter(([name]) => needed[name]?.() ?? true);
  for (const [name, ...command] of usable) {
    console.log(`release: ${name}`);
    run(...command);
  }
  renameChart();
  writeFileSync(join(target, 'sbom.cdx.json'), `${run(process.execPath, 'deploy/sbom.js')}\n`);
  writeFileSync(join(target, 'CHANGES.md'), `${changesOf(read('CHANGELOG.md'), version)}\n`);
  cpSync('docs/reference/alert-rules.yml', join(target, 'alert-rules.yml'));
  return forms.filter((form) => !usable.includes(form)).map(([name]) => name);
}

/** Renames the package of the chart, because the npm package has the same name. */
function renameChart() {
  const folder = join(target, 'chart');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    renameSync(join(folder, name), join(target, name.replace(/^hexipam-/, 'hexipam-chart-')));
  rmSync(folder, { recursive: true });
}

/** Writes the digests of all files in the format of sha256sum, and the statement of provenance. */
function writeStatements() {
  const subjects = readdirSync(target)
    .sort()
    .map((name) => ({ name, digest: { sha256: digestOf(join(target, name)) } }));
  const node = JSON.parse(read('deploy/single-file/node.json'));
  const dependencies = [
    { name: 'package-lock.json', digest: { sha256: digestOf('package-lock.json') } },
    ...Object.entries(node.integrity).map(([architecture, integrity]) => ({
      uri: `pkg:npm/node-linux-${architecture}@${node.version}`,
      digest: { sha512: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
    })),
  ];
  const tools = { node: process.versions.node, npm: run('npm', '--version') };
  const commit = run('git', 'rev-parse', 'HEAD');
  const statement = provenanceOf({ version, commit, subjects, dependencies, tools, begun, ended: new Date() });
  writeFileSync(join(target, 'provenance.intoto.json'), `${JSON.stringify(statement, null, 2)}\n`);
  const sums = [
    ...subjects,
    { name: 'provenance.intoto.json', digest: { sha256: digestOf(join(target, 'provenance.intoto.json')) } },
  ];
  writeFileSync(join(target, 'SHA256SUMS'), sums.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join(''));
}

check();
const missing = build();
writeStatements();
console.log(run('ls', '-l', target));
for (const name of missing) console.log(`release: LEFT OUT: ${name}, whose program is not installed here`);
console.log(`Nothing was published. docs/guides/release.md lists the steps of the publisher for ${version}.`);
