import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parse } from 'yaml';
import { variables } from '../../config/settings/variables.js';
import { leftOutWithout } from '../support/processes/installed-program.js';
import { makeTemporaryFolder } from '../support/temporary-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json'));

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** Packages that the lock file has for production, each with its version. */
const lockedForProduction = Object.entries(JSON.parse(read('package-lock.json')).packages as Record<string, LockedPackage>)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, locked]) => `${path.replace(/^.*node_modules\//, '')}@${locked.version}`);

const files = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(root.length));

describe('The files of deploy', () => {
  it('name only existing settings', () => {
    const known = new Set<string>(Object.values(variables).map(({ name }) => name));
    const named = files.flatMap((file) => [...read(file).matchAll(/HEXIPAM_[A-Z0-9_]*[A-Z0-9]/g)].map(([name]) => name));
    expect(named.length).to.be.greaterThan(20);
    expect(named.filter((name) => !known.has(name))).to.deep.equal([]);
  });

  it('name the version of the package', () => {
    expect(read('deploy/container/Containerfile')).to.match(new RegExp(`^ARG VERSION=${version}$`, 'm'));
    expect(parse(read('deploy/chart/Chart.yaml')).appVersion).to.equal(version);
    for (const file of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml'])
      expect(parse(read(file)).services.hexipam.image).to.equal(`hexipam:${version}`);
  });

  it('run the container as a numeric user, with one volume and a health check by node', () => {
    const file = read('deploy/container/Containerfile');
    const last = file.slice(file.lastIndexOf('\nFROM '));
    expect(last).to.match(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect([...last.matchAll(/^VOLUME (.+)$/gm)].map(([, path]) => path)).to.deep.equal(['/data']);
    expect(last).to.match(/^HEALTHCHECK .*CMD \["node", /m);
    expect(last).to.match(/^ENTRYPOINT \["node", /m);
    for (const label of ['title', 'version', 'revision', 'licenses'])
      expect(last).to.include(`org.opencontainers.image.${label}=`);
    // A RUN here would need an emulator for another architecture.
    expect(last).to.not.match(/^RUN /m);
  });

  it('run containers of compose with a read-only file system and without capabilities', () => {
    for (const file of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml'])
      expect(parse(read(file)).services.hexipam).to.deep.include({ read_only: true, cap_drop: ['ALL'] });
  });

  it('list each production package in the bill of materials', function () {
    this.timeout(60_000);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['deploy/sbom.js'], { cwd: root, encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    const bill = JSON.parse(stdout);
    expect([bill.bomFormat, bill.metadata.component.name, bill.metadata.component.version]).to.deep.equal([
      'CycloneDX',
      'hexipam',
      version,
    ]);
    const listed = bill.components.map(
      (component: { name: string; version: string }) => `${component.name}@${component.version}`,
    );
    expect(listed).to.include.members(lockedForProduction);
    expect(listed.filter((name: string) => name.startsWith('mocha@'))).to.deep.equal([]);
  });
});

describe('The unit of systemd', () => {
  const unit = read('deploy/systemd/hexipam.service');

  it('starts and reloads the service, and can be enabled', () => {
    expect(unit).to.match(/^ExecStart=\/usr\/bin\/node \/usr\/lib\/hexipam\/dist\/program\/hexipam\.js serve/m);
    expect(unit).to.match(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
    expect(unit).to.match(/^\[Install\]\nWantedBy=multi-user\.target$/m);
    expect(unit).to.match(/^ProtectSystem=strict$/m);
    expect(unit).to.match(/^StateDirectory=hexipam$/m);
  });

  const leftOut = leftOutWithout('systemd-analyze');
  (leftOut === '' ? it : it.skip)(`passes systemd-analyze verify${leftOut}`, () => {
    const folder = makeTemporaryFolder();
    const file = join(folder.path, 'hexipam.service');
    // The package installs the program and the manual page, which are missing here.
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath).replace(/^Documentation=.*\n/m, ''));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    folder.remove();
    expect(stderr).to.equal('');
    expect(status).to.equal(0);
  });
});
