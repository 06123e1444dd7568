/**
 * The HTTP interface over a storage of the test's choice, in this process and on a port of its own:
 *
 *     let server: ApiServer;
 *     before(async () => { server = await ApiServer.start(); });
 *     after(() => server.close());
 *     it('creates a section', async () => {
 *       const answer = await server.client.post('/sections/', { name: 'Customers' });
 *       expect(answer.summary).to.equal('201');
 *     });
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFor } from '../../adapters/http/error-table.js';
import { createApi } from '../../adapters/http/index.js';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { OtpCodes, WebauthnPasskeys } from '../../adapters/second-factors/index.js';
import { RandomTokenSource, systemClock, systemRandom, systemTimers } from '../../adapters/system/index.js';
import { Administration } from '../../application/access/administration/administration.js';
import { Authenticator, type StrategyNames } from '../../application/access/sign-in/authenticator.js';
import { StoredApps } from '../../application/access/sign-in/directory.js';
import { type Application, createApplication } from '../../application/index.js';
import type { AuthStrategy } from '../../application/ports/authentication.js';
import type { DnsServers } from '../../application/ports/dns.js';
import type { Clock, Log, LogFacts, PasswordHasher } from '../../application/ports/environment.js';
import type { Observer } from '../../application/ports/observer.js';
import type { HostPorts } from '../../application/ports/scanning.js';
import type { OidcProviders, PasswordDirectories } from '../../application/ports/sign-in-providers.js';
import { StorageWatch } from '../../application/storage-watch.js';
import { rowFiles } from '../../config/row-files.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { ApiClient } from './api-client.js';
import type { OpenStorage } from './databases/storage-variants.js';
import { mismatch } from './described/described-exchange.js';
import { strategiesOver } from './strategies.js';

/** Users of every server, by name, with their passwords; all but Admin are in the group of their name. */
export const passwords: Readonly<Record<string, string>> = {
  Admin: 'admin secret',
  operator: 'op secret',
  guest: 'guest secret',
};

/** What every server is provisioned with: links are off where an application is not there to show them. */
const basics = {
  groups: [
    { id: 2, name: 'Operators', description: 'default Operator group' },
    { id: 3, name: 'Guests', description: 'default Guest group (viewers)' },
  ],
  users: [
    { username: 'Admin', password: passwords.Admin, role: 'Administrator', realName: 'Admin' },
    { username: 'operator', password: passwords.operator, groups: ['Operators'], realName: 'Op Erator' },
    { username: 'guest', password: passwords.guest, groups: ['Guests'], realName: 'Gu Est' },
  ],
  apps: [
    { id: 'main', permission: 'admin', security: 'none', showLinks: false },
    { id: 'links', permission: 'admin', security: 'none', showLinks: true },
    { id: 'nest', permission: 'admin', security: 'none', showLinks: false, nestCustomFields: true },
    { id: 'write', permission: 'write', security: 'none', showLinks: false },
    { id: 'read', permission: 'read', security: 'none', showLinks: false },
    { id: 'off', permission: 'disabled', security: 'none', showLinks: false },
  ],
};

/** What a server may be started with. */
export interface ApiServerOptions {
  /** A storage that the server closes with itself; a new one in memory when none is given. */
  readonly storage?: OpenStorage;
  readonly clock?: Clock;
  /** Proxies whose headers are believed. */
  readonly trustedProxies?: readonly Prefix[];
  readonly maxRequests?: number;
  /** The path that it is mounted below. */
  readonly basePath?: string;
  readonly compresses?: boolean;
  /** Is told what happens; nobody is when not given. */
  readonly observer?: Observer;
  /** Passwords are kept as they are when not given. */
  readonly passwords?: PasswordHasher;
  /** What asks hosts; without it none is probed. */
  readonly hosts?: HostPorts;
  /** What finds DNS servers; without it there are none. */
  readonly dnsServers?: DnsServers;
  /** What checks passwords of users of directories; without it none can. */
  readonly directories?: PasswordDirectories;
  /** OpenID providers; without it there are none. */
  readonly oidc?: OidcProviders;
  /** Beside those of the service. */
  readonly strategies?: readonly AuthStrategy[];
  /** Which strategies applications accept; as the service has it when not given. */
  readonly accepted?: StrategyNames;
  /** Parts of a provisioning document that replace those of every server. */
  readonly provision?: Readonly<Record<string, unknown>>;
}

/** A running interface. Whoever starts one closes it. */
export class ApiServer {
  readonly application: Application;
  /** Entries of the log that tell of something that should not have happened. */
  readonly complaints: string[] = [];
  readonly #storage: OpenStorage;
  readonly #watch: StorageWatch;
  readonly #administration: Administration;
  readonly #server: Server;
  readonly #clients: ApiClient[] = [];
  #client: ApiClient | undefined;

  private constructor(options: ApiServerOptions) {
    const { storage = createMemoryDatabase(), clock = systemClock, trustedProxies = [], maxRequests = 1000 } = options;
    const { passwords: hasher = plainHasher } = options;
    const tokens = new RandomTokenSource();
    const { readers, unitOfWork } = storage;
    this.#storage = storage;
    const ports = { readers, unitOfWork, clock, timers: systemTimers, random: systemRandom, passwords: hasher, tokens };
    const storedApps = new StoredApps(readers, clock);
    this.application = createApplication({
      ...ports,
      storedApps,
      tokenTtl: 21_600,
      errorText: (error, language) => answerFor(error, language)?.message ?? error.message,
      ...(options.hosts ? { hosts: options.hosts } : {}),
      ...(options.dnsServers ? { dnsServers: options.dnsServers } : {}),
      directories: options.directories,
      oidc: options.oidc,
      oneTimeCodes: new OtpCodes(),
      passkeys: new WebauthnPasskeys(),
    });
    this.#administration = new Administration(readers, unitOfWork, clock, hasher, tokens);
    const { directory, accessTokens } = this.application;
    const strategies = [...strategiesOver(this.application, storedApps), ...(options.strategies ?? [])];
    const authenticator = new Authenticator(strategies, directory, accessTokens, options.accepted);
    const log = logInto(this.complaints);
    const watch = new StorageWatch(async () => void (await readers.settings.read()), log, systemTimers);
    this.#watch = watch;
    const { observer } = options;
    const dependencies = { application: this.application, authenticator, log, storage: watch, trustedProxies, maxRequests };
    const api = createApi({
      ...dependencies,
      observer,
      csv: rowFiles,
      ...(options.basePath === undefined ? {} : { basePath: options.basePath }),
      ...(options.compresses === undefined ? {} : { compresses: options.compresses }),
    });
    const keepAliveTimeout = 65_000; // the service's own: Node's 5 s end connections that a slow test is about to use again
    this.#server = createServer({ keepAliveTimeout }, (request, response) => api.handle(request, response));
    this.#server.on('clientError', (error, socket) => api.handleUnreadable(error, socket));
  }

  /** Starts a server and signs Admin in. */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const server = new ApiServer(options);
    await server.provision({ ...basics, ...options.provision });
    await server.#listen();
    server.#client = await server.signIn('Admin', 'main');
    return server;
  }

  /** Starts a server over a storage that another one has filled. @param token that Admin got there for the application `main` */
  static async resume(options: ApiServerOptions & { readonly storage: OpenStorage }, token: string): Promise<ApiServer> {
    const server = new ApiServer(options);
    await server.#listen();
    server.#client = server.resumed('main', token);
    return server;
  }

  /** Where it listens. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Admin's client on the application `main`, which may do everything. */
  get client(): ApiClient {
    if (!this.#client) throw new Error('the server has not started');
    return this.#client;
  }

  /** A client of a user of this server on one of its applications. @throws Error when the user is not let in */
  async signIn(username: string, app: string): Promise<ApiClient> {
    const authorization = `Basic ${Buffer.from(`${username}:${passwords[username] ?? ''}`).toString('base64')}`;
    const stranger = this.stranger(app);
    const answer = await stranger.send({ method: 'POST', target: '/user/', headers: { authorization } });
    if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.text}`);
    return this.#kept(stranger.with({ token: String(answer.record.token) }));
  }

  /** A client that has signed in before, at a server over the same storage or over that of which this one has a copy. */
  resumed(app: string, token: string): ApiClient {
    return this.#kept(this.stranger(app).with({ token }));
  }

  /** A client that has not signed in. */
  stranger(app: string): ApiClient {
    return this.#kept(new ApiClient({ url: this.url, app, mismatch }));
  }

  /** Admin's client on another application. */
  on(app: string): ApiClient {
    return this.#kept(this.client.with({ app }));
  }

  /** Applies a provisioning document; requests see what it changes at once. */
  async provision(document: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#administration.provision(document);
    this.application.directory.forget();
  }

  /** Ends all connections and closes the storage. */
  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
    this.#watch.close();
    await this.#storage.close();
  }

  async #listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  #kept(client: ApiClient): ApiClient {
    this.#clients.push(client);
    return client;
  }
}

/** Keeps passwords as they are: the real hashes take long on purpose. */
export const plainHasher: PasswordHasher = {
  hash: async (password) => `plain:${password}`,
  verify: async (password, hash) => hash === `plain:${password}`,
  isOutdated: () => false,
};

function logInto(complaints: string[]): Log {
  const complain = (message: string, facts: LogFacts = {}) => {
    complaints.push(`${message} ${JSON.stringify(facts)}`);
  };
  return { fatal: complain, error: complain, warn: complain, info: () => {}, debug: () => {} };
}
