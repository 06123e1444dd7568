/** An OpenLDAP server on loopback ports, with known entries. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'ldapts';
import { installed } from '../processes/installed-program.js';
import { whenProcessEnds } from '../processes/when-process-ends.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.js';
import { freePort } from '../transfer/free-port.js';

export const suffix = 'dc=example,dc=org';
export const people = `ou=people,${suffix}`;
export const groups = `ou=groups,${suffix}`;
/** The account for searches. */
export const reader = { dn: `cn=reader,${suffix}`, password: 'reader secret' };
const root = { dn: `cn=root,${suffix}`, password: 'root secret' };

const tlsFile = (name: string): string => fileURLToPath(new URL(`../../../../test/support/tls/${name}`, import.meta.url));
export const certificateFile = tlsFile('certificate.pem');
const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `/etc/ldap/schema/${name}.schema`);
const modules = '/usr/lib/ldap';
/** Timeout of the start of the server, in milliseconds. */
const startTime = 30_000;

const missing = (): string[] => [
  ...(installed('slapd') === undefined ? ['slapd'] : []),
  ...schemas.filter((file) => !existsSync(file)),
];

export const hasSlapd = (): boolean => missing().length === 0;

/** The suffix of the title of a skipped suite, with the reason; empty when the suite can run. */
export const leftOutWithoutSlapd = (): string =>
  hasSlapd() ? '' : ` (left out: ${missing().join(' and ')} not installed, .ci/run installs what is missing)`;

/** A server that can be restarted with its data. */
export class Slapd {
  readonly #folder: TemporaryFolder;
  readonly port: number;
  readonly tlsPort: number;
  #process: ChildProcess | undefined;

  private constructor(folder: TemporaryFolder, port: number, tlsPort: number) {
    this.#folder = folder;
    this.port = port;
    this.tlsPort = tlsPort;
  }

  /** @param entries in addition to the suffix, the search account, and the units of people and groups */
  static async start(entries: readonly LdapEntry[] = []): Promise<Slapd> {
    const server = new Slapd(makeTemporaryFolder(), await freePort(), await freePort());
    server.#configure();
    try {
      await server.start();
      await server.add([...structure, ...entries]);
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  get url(): string {
    return `ldap://127.0.0.1:${this.port}`;
  }

  get tlsUrl(): string {
    return `ldaps://localhost:${this.tlsPort}`;
  }

  async start(): Promise<void> {
    const config = join(this.#folder.path, 'slapd.conf');
    const urls = `ldap://127.0.0.1:${this.port}/ ldaps://127.0.0.1:${this.tlsPort}/`;
    const started = spawn(installed('slapd') ?? '', ['-d', '0', '-f', config, '-h', urls], { stdio: 'ignore' });
    this.#process = started;
    started.once(
      'exit',
      whenProcessEnds(() => started.kill('SIGKILL')),
    );
    for (const deadline = Date.now() + startTime; ; await delay(20)) {
      const client = new Client({ url: this.url, timeout: 1000, connectTimeout: 1000 });
      const answers = await client.bind(root.dn, root.password).then(
        () => true,
        () => false,
      );
      await client.unbind().catch(() => {});
      if (answers) return;
      if (started.exitCode !== null || Date.now() > deadline) throw new Error('slapd does not start');
    }
  }

  /** Stops the process. The stored data stays. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    this.#folder.remove();
  }

  async add(entries: readonly LdapEntry[]): Promise<void> {
    await this.#asRoot(async (client) => {
      for (const { dn, ...attributes } of entries) await client.add(dn, attributes);
    });
  }

  /** Replaces an entry. */
  async replace(entry: LdapEntry): Promise<void> {
    await this.#asRoot(async (client) => {
      await client.del(entry.dn);
      const { dn, ...attributes } = entry;
      await client.add(dn, attributes);
    });
  }

  async #asRoot(work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ url: this.url, timeout: 10_000, connectTimeout: 10_000 });
    try {
      await client.bind(root.dn, root.password);
      await work(client);
    } finally {
      await client.unbind();
    }
  }

  #configure(): void {
    const { path } = this.#folder;
    const database = join(path, 'database');
    mkdirSync(database);
    const config = join(path, 'slapd.conf');
    writeFileSync(config, configuration(path, database));
    chmodSync(config, 0o600);
  }
}

/** One entry. */
export type LdapEntry = { readonly dn: string } & { [attribute: string]: string | string[] };

const structure: readonly LdapEntry[] = [
  { dn: suffix, objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' },
  { dn: people, objectClass: 'organizationalUnit', ou: 'people' },
  { dn: groups, objectClass: 'organizationalUnit', ou: 'groups' },
  {
    dn: reader.dn,
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    cn: 'reader',
    userPassword: reader.password,
  },
];

/** A person below `people`. */
export const person = (uid: string, password: string, further: { [attribute: string]: string | string[] } = {}): LdapEntry => ({
  dn: `uid=${uid},${people}`,
  objectClass: 'inetOrgPerson',
  uid,
  cn: uid,
  sn: uid,
  userPassword: password,
  ...further,
});

/** A group below `groups`. @param members DNs */
export const group = (cn: string, ...members: string[]): LdapEntry => ({
  dn: `cn=${cn},${groups}`,
  objectClass: 'groupOfNames',
  cn,
  member: members,
});

export const personDn = (uid: string): string => `uid=${uid},${people}`;
export const groupDn = (cn: string): string => `cn=${cn},${groups}`;

const configuration = (folder: string, database: string): string => `${schemas.map((file) => `include ${file}`).join('\n')}
pidfile ${join(folder, 'slapd.pid')}
argsfile ${join(folder, 'slapd.args')}
modulepath ${modules}
moduleload back_mdb
TLSCertificateFile ${certificateFile}
TLSCertificateKeyFile ${tlsFile('key.pem')}
TLSCACertificateFile ${certificateFile}
database mdb
maxsize 10485760
suffix "${suffix}"
rootdn "${root.dn}"
rootpw "${root.password}"
directory ${database}
dbnosync
access to attrs=userPassword by anonymous auth by * none
access to dn.subtree="${suffix}" by dn.exact="${reader.dn}" read by self read by users search by * none
`;
