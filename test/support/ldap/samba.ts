/** A Samba domain controller (Active Directory) on its own loopback address. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { installed } from '../processes/installed-program.js';
import { whenProcessEnds } from '../processes/when-process-ends.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.js';

const run = promisify(execFile);

/** Timeout of one command and of the start of the server, in milliseconds. */
const timeoutMs = 240_000;

const files = ['/usr/share/samba/setup/provision.ldif', '/usr/share/samba/setup/ad-schema'];

const missing = (): string[] => [
  ...['samba', 'samba-tool', 'openssl'].filter((program) => installed(program) === undefined),
  ...files.filter((file) => !existsSync(file)),
];

/** The suffix of the title of a skipped suite, with the reason; empty when the suite can run. */
export function leftOutWithoutSamba(): string {
  const programs = missing();
  if (programs.length > 0) return ` (left out: ${programs.join(' and ')} not installed; Debian: samba-ad-dc, samba-ad-provision)`;
  return process.getuid?.() === 0 && process.platform === 'linux' ? '' : ' (left out: it needs root on Linux)';
}

export const domain = { realm: 'corp.example', base: 'DC=corp,DC=example' } as const;

export class SambaDomain {
  readonly #folder: TemporaryFolder;
  readonly #address: string;
  #process: ChildProcess | undefined;

  private constructor(folder: TemporaryFolder, address: string) {
    this.#folder = folder;
    this.#address = address;
  }

  /** Starts a domain after samba-tool commands. @param commands arguments of each command */
  static async start(commands: readonly (readonly string[])[]): Promise<SambaDomain> {
    const part = (): number => 1 + Math.floor(Math.random() * 254);
    const server = new SambaDomain(makeTemporaryFolder(), `127.${part()}.${part()}.${part()}`);
    try {
      await server.#provision();
      for (const command of commands) await server.#tool(...command, '-H', join(server.#path, 'private', 'sam.ldb'));
      await server.#serve();
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  get tlsUrl(): string {
    return `ldaps://${this.#address}`;
  }

  get url(): string {
    return `ldap://${this.#address}`;
  }

  /** The self-signed certificate of the server. */
  get ca(): string {
    return readFileSync(join(this.#folder.path, 'certificate.pem'), 'utf8');
  }

  async remove(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running && running.exitCode === null) {
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await ended;
    }
    this.#folder.remove();
  }

  get #path(): string {
    return join(this.#folder.path, 'domain');
  }

  get #settingsFile(): string {
    return join(this.#path, 'etc', 'smb.conf');
  }

  async #provision(): Promise<void> {
    const given = { 'server-role': 'dc', 'dns-backend': 'NONE', 'host-name': 'dc', 'host-ip': this.#address };
    const names = { realm: domain.realm.toUpperCase(), domain: 'CORP', adminpass: 'Adm1n-Passw0rd' };
    const options = Object.entries({ ...given, ...names, targetdir: this.#path }).map(([name, value]) => `--${name}=${value}`);
    await run('samba-tool', ['domain', 'provision', ...options], { timeout: timeoutMs });
    this.#makeCertificate();
    for (const name of ['pid', 'ncalrpc', 'cache', 'log']) mkdirSync(join(this.#path, name), { recursive: true });
    writeFileSync(this.#settingsFile, settings(this.#path, this.#folder.path, this.#address));
  }

  #makeCertificate(): void {
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(this.#folder.path, name));
    const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=dc.corp.example'];
    const names = ['-addext', `subjectAltName=IP:${this.#address}`];
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', String(key), '-out', String(certificate)], { stdio: 'ignore' });
  }

  async #tool(...words: readonly string[]): Promise<void> {
    await run('samba-tool', [...words, '-s', this.#settingsFile], { timeout: timeoutMs });
  }

  async #serve(): Promise<void> {
    const words = ['--interactive', '--model=single', '-s', this.#settingsFile];
    const started = spawn(installed('samba') ?? '', words, { stdio: 'ignore' });
    this.#process = started;
    started.once(
      'exit',
      whenProcessEnds(() => started.kill('SIGKILL')),
    );
    for (const deadline = Date.now() + timeoutMs; !(await answers(this.#address, 636)); await delay(50))
      if (started.exitCode !== null || Date.now() > deadline) throw new Error('samba does not start');
  }
}

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (does: boolean): void => {
      socket.destroy();
      resolve(does);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

/** Settings for the LDAP service only. All paths are inside the folder. */
const settings = (path: string, folder: string, address: string): string => `[global]
netbios name = DC
realm = ${domain.realm.toUpperCase()}
workgroup = CORP
server role = active directory domain controller
server services = ldap
interfaces = ${address}/8
bind interfaces only = yes
private dir = ${path}/private
state directory = ${path}/state
cache directory = ${path}/cache
lock directory = ${path}
binddns dir = ${path}/bind-dns
pid directory = ${path}/pid
ncalrpc dir = ${path}/ncalrpc
log file = ${path}/log/samba
tls enabled = yes
tls certfile = ${folder}/certificate.pem
tls keyfile = ${folder}/key.pem
tls cafile =
`;
