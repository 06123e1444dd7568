import { spawn, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const examples = join(project, 'examples');

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program to its end. */
function run(program: string, words: readonly string[], environment: Record<string, string> = {}, cwd = project): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}

/** Whether a program is installed. */
const isThere = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

describe('Examples in JavaScript', function () {
  this.timeout(120_000);

  it('embed the register', async () => {
    const output = 'printer has 10.20.0.1\ncamera has 10.20.0.2\ndoor has no address: the network is full\n';
    expect(await run(process.execPath, ['examples/embed.js'])).to.deep.equal({ code: 0, output, errors: '' });
  });

  it('use a custom storage', async () => {
    const output = 'refused: Subnet 10.1.0.0/16 overlaps with 10.0.0.0/8 in section Office\n2 units of work kept, 1 undone\n';
    expect(await run(process.execPath, ['examples/own-storage.js'])).to.deep.equal({ code: 0, output, errors: '' });
  });

  it('allocate the next free address over SQLite', async () => {
    const { path: folder, remove } = makeTemporaryFolder();
    const words = ['examples/sqlite/first-free.js', join(folder, 'register.db')];
    const output = 'capabilities: search\n201 10.20.0.1\n201 10.20.0.2\n404 No free addresses found\n';
    for (const time of ['first', 'second'])
      expect(await run(process.execPath, words), time).to.deep.equal({ code: 0, output, errors: '' });
    remove();
  });

  it('satisfy the contracts of a partial storage over SQLite', async () => {
    const words = ['--no-config', '--reporter', 'json', '--timeout', '60000', 'examples/sqlite/storage.test.js'];
    const { code, output } = await run(process.execPath, ['node_modules/mocha/bin/mocha.js', ...words]);
    const { stats, failures } = JSON.parse(output.slice(output.indexOf('{\n'))) as {
      stats: { passes: number };
      failures: { fullTitle: string }[];
    };
    expect(failures.map(({ fullTitle }) => fullTitle)).to.deep.equal([]);
    expect(code).to.equal(0);
    expect(stats.passes).to.be.greaterThan(250);
  });

  it('authenticate callers by a custom strategy', async () => {
    const output = 'ann: let in\nnobody: refused\nann, long ago: refused\nann, forged: refused\n';
    expect(await run(process.execPath, ['examples/own-auth-strategy.js'])).to.deep.equal({ code: 0, output, errors: '' });
  });

  it('mount the API in Express, with links below its path', async () => {
    const output = 'a page of your own\n201: /ipam/api/portal/sections/1/\n';
    expect(await run(process.execPath, ['examples/express-mount.js'])).to.deep.equal({ code: 0, output, errors: '' });
  });
});

describe('Examples for a running service', function () {
  this.timeout(300_000);
  let service: ServiceProcess;
  let folder: TemporaryFolder;
  const environment = () => ({ API: `${service.url}/api/default`, API_USER: 'Admin', API_PASSWORD: adminPassword });

  before(async () => {
    folder = makeTemporaryFolder();
    service = await ServiceProcess.start();
  });
  after(async () => {
    await service?.stop();
    folder?.remove();
  });

  it('allocate a network and addresses with curl, bash and sed', async function () {
    // curl is not installed
    if (!isThere('curl')) this.skip();
    const output = 'network: 10.40.0.0/24\nrouter: 10.40.0.1\nprinter: 10.40.0.2\n';
    expect(await run('bash', ['examples/curl.sh'], environment())).to.deep.equal({ code: 0, output, errors: '' });
  });

  it('allocate an address for each inventory host with Ansible, and the same one on a second run', async function () {
    // Ansible is not installed
    if (!isThere('ansible-playbook')) this.skip();
    const addressesOf = async (): Promise<string[]> => {
      const play = ['-i', 'phone,camera,', 'examples/ansible/addresses.yml'];
      const home = { HOME: folder.path, ANSIBLE_HOME: folder.path, LC_ALL: 'C.UTF-8' };
      const { code, output, errors } = await run('ansible-playbook', play, { ...environment(), ...home });
      expect(code, output + errors).to.equal(0);
      expect(output + errors).not.to.contain(adminPassword);
      return [...output.matchAll(/"msg": "(.*)"/g)].map(([, message = '']) => message).sort();
    };
    const messages = await addressesOf();
    expect(messages.map((each) => each.split(' ')[0])).to.deep.equal(['camera', 'phone']);
    expect(new Set(messages.map((each) => each.split(' ').at(-1)))).to.deep.equal(new Set(['10.60.0.1', '10.60.0.2']));
    expect(await addressesOf()).to.deep.equal(messages);
  });

  it('are formatted as by terraform fmt', async function () {
    // Terraform is not installed
    if (!isThere('terraform')) this.skip();
    const { code, output } = await run('terraform', ['fmt', '-check', '-diff', join(examples, 'terraform')]);
    expect({ code, output }).to.deep.equal({ code: 0, output: '' });
  });

  it('create a network and addresses with Terraform, and destroy them', async function () {
    // Terraform is not installed
    if (!isThere('terraform')) this.skip();
    const there = join(folder.path, 'terraform');
    cpSync(join(examples, 'terraform'), there, { recursive: true });
    const terraform = (...words: string[]) =>
      run(
        'terraform',
        [...words, '-no-color'],
        {
          PHPIPAM_APP_ID: 'default',
          PHPIPAM_ENDPOINT_ADDR: `${service.url}/api`,
          PHPIPAM_USER_NAME: 'Admin',
          PHPIPAM_PASSWORD: adminPassword,
        },
        there,
      );
    const prepared = await terraform('init', '-input=false');
    if (prepared.code !== 0) this.skip(); // the provider comes from a registry, which cannot be reached everywhere
    const applied = await terraform('apply', '-auto-approve', '-input=false');
    expect(applied.code, applied.output + applied.errors).to.equal(0);
    const { output } = await terraform('output', '-json');
    expect(JSON.parse(output).addresses.value).to.deep.equal(['10.50.0.1', '10.50.0.2']);
    const planned = await terraform('plan', '-detailed-exitcode', '-input=false');
    expect(planned.code, planned.output).to.equal(0);
    const destroyed = await terraform('destroy', '-auto-approve', '-input=false');
    expect(destroyed.code, destroyed.output + destroyed.errors).to.equal(0);
  });
});
