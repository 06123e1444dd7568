/**
 * Builds the Debian package into a folder (default: dist/package) with dpkg-deb, and prints its path. It is the same for
 * all architectures. Run by: npm run package:deb [-- FOLDER]
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const here = 'deploy/debian';
const target = process.argv[2] ?? 'dist/package';
const { version, description } = JSON.parse(readFileSync('package.json', 'utf8'));

function run(...command) {
  const [program, ...words] = command;
  if (spawnSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
    throw new Error(`${command.join(' ')} failed`);
}

const sizeOf = (path) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);

/** Sets the modes of Debian, independent of the umask: 0755 for folders and programs, 0644 for other files. */
function setModes(path, programs) {
  for (const name of ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })]) {
    const isProgram = statSync(join(path, name)).isDirectory() || programs.includes(name);
    chmodSync(join(path, name), isProgram ? 0o755 : 0o644);
  }
}

const control = (installedKilobytes) => `Package: hexipam
Version: ${version}-1
Section: net
Priority: optional
Architecture: all
Depends: nodejs (>= 20.19), adduser
Suggests: postgresql, fping
Installed-Size: ${installedKilobytes}
Maintainer: The Hexipam authors <hexipam@localhost>
Description: ${description.replace(/^An? /, '')}
 Hexipam manages sections, networks, addresses, VLANs and devices, and
 allocates free addresses and networks over a REST interface and in a
 web console. It stores them in an embedded database or in PostgreSQL.
`;

function writeInto(root, path, content, options) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content, options);
}

function fill(root) {
  run(process.execPath, 'deploy/stage-release.js', join(root, 'usr/lib/hexipam'));
  const text = (name) => readFileSync(join(here, name), 'utf8');
  writeInto(root, 'usr/bin/hexipam', text('hexipam.sh'));
  writeInto(root, 'etc/hexipam/hexipam.env', text('hexipam.env'));
  writeInto(root, 'usr/lib/systemd/system/hexipam.service', readFileSync('deploy/systemd/hexipam.service'));
  writeInto(root, 'usr/share/man/man1/hexipam.1.gz', gzipSync(text('hexipam.1'), { level: 9 }));
  const documents = 'usr/share/doc/hexipam';
  const licence = readFileSync('LICENSE', 'utf8')
    .trim()
    .split('\n')
    .map((line) => ` ${line.trim() || '.'}`);
  writeInto(root, `${documents}/copyright`, `${text('copyright')}License: MIT\n${licence.join('\n')}\n`);
  const entry = `hexipam (${version}-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- The Hexipam authors <hexipam@localhost>  ${new Date().toUTCString().replace('GMT', '+0000')}\n`;
  writeInto(root, `${documents}/changelog.Debian.gz`, gzipSync(entry, { level: 9 }));
  writeInto(root, `${documents}/changelog.gz`, gzipSync(readFileSync('CHANGELOG.md'), { level: 9 }));
  cpSync('README.md', join(root, documents, 'README.md'));
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE']) rmSync(join(root, 'usr/lib/hexipam', name));
  writeInto(root, 'usr/share/lintian/overrides/hexipam', text('lintian-overrides'));
  setModes(root, ['usr/bin/hexipam', 'usr/lib/hexipam/dist/program/hexipam.js']);
}

const root = mkdtempSync(join(tmpdir(), 'hexipam-deb-'));
try {
  fill(root);
  const installedKilobytes = Math.ceil(sizeOf(root) / 1024);
  writeInto(root, 'DEBIAN/control', control(installedKilobytes));
  writeInto(root, 'DEBIAN/conffiles', '/etc/hexipam/hexipam.env\n');
  for (const script of ['postinst', 'prerm', 'postrm'])
    writeInto(root, `DEBIAN/${script}`, readFileSync(join(here, script)), { mode: 0o755 });
  mkdirSync(target, { recursive: true });
  const file = join(target, `hexipam_${version}-1_all.deb`);
  run('dpkg-deb', '--root-owner-group', '-Zxz', '--build', root, file);
  console.log(file);
} finally {
  rmSync(root, { recursive: true, force: true });
}
