/**
 * The HTTP API over a storage of the test's choice, in this process and on its own port:
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
import { OtpCodes } from '../../adapters/second-factors/otp-codes.js';
import { WebauthnPasskeys } from '../../adapters/second-factors/webauthn-passkeys.js';
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

/** Passwords of the users of every server, by name. All users except Admin are in the group of their name. */
export const passwords: Readonly<Record<string, string>> = {
  Admin: 'admin secret',
  operator: 'op secret',
  guest: 'guest secret',
};

/** Provisioning document of every server. Links are off, except in the application `links`. */
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

/** Start options of a server. */
export interface ApiServerOptions {
  /** The server closes it. Default: a new memory storage. */
  readonly storage?: OpenStorage;
  readonly clock?: Clock;
  /** Proxies whose headers are trusted. */
  readonly trustedProxies?: readonly Prefix[];
  readonly maxRequests?: number;
  /** Path prefix of the API. */
  readonly basePath?: string;
  readonly compresses?: boolean;
  /** Observer of requests and other events; default: none. */
  readonly observer?: Observer;
  /** Default: passwords are stored in plain text. */
  readonly passwords?: PasswordHasher;
  /** Probes hosts; default: no probes. */
  readonly hosts?: HostPorts;
  /** Finds DNS servers; default: none. */
  readonly dnsServers?: DnsServers;
  /** Checks passwords of directory users; default: none. */
  readonly directories?: PasswordDirectories;
  /** OpenID providers; default: none. */
  readonly oidc?: OidcProviders;
  /** In addition to the strategies of the service. */
  readonly strategies?: readonly AuthStrategy[];
  /** Strategies that applications accept; default: as in the service. */
  readonly accepted?: StrategyNames;
  /** Sections of the provisioning document that replace the default ones. */
  readonly provision?: Readonly<Record<string, unknown>>;
}

/** A running API server. The caller closes it. */
export class ApiServer {
  readonly application: Application;
  /** Warnings and errors of the log. */
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
    const keepAliveTimeout = 65_000; // as in the service: Node's default of 5 s ends connections between requests of a slow test
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

  /** Starts a server over a filled storage. @param token Admin's token for the application `main` */
  static async resume(options: ApiServerOptions & { readonly storage: OpenStorage }, token: string): Promise<ApiServer> {
    const server = new ApiServer(options);
    await server.#listen();
    server.#client = server.resumed('main', token);
    return server;
  }

  /** Base URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Admin's client on the application `main`, which may do everything. */
  get client(): ApiClient {
    if (!this.#client) throw new Error('the server has not started');
    return this.#client;
  }

  /** A client that is signed in to an application. @throws Error when the sign-in fails */
  async signIn(username: string, app: string): Promise<ApiClient> {
    const authorization = `Basic ${Buffer.from(`${username}:${passwords[username] ?? ''}`).toString('base64')}`;
    const unauthenticated = this.unauthenticated(app);
    const answer = await unauthenticated.send({ method: 'POST', target: '/user/', headers: { authorization } });
    if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.text}`);
    return this.#registered(unauthenticated.with({ token: String(answer.record.token) }));
  }

  /** A client with a token of another server over the same storage or its copy. */
  resumed(app: string, token: string): ApiClient {
    return this.#registered(this.unauthenticated(app).with({ token }));
  }

  /** A client that has not signed in. */
  unauthenticated(app: string): ApiClient {
    return this.#registered(new ApiClient({ url: this.url, app, mismatch }));
  }

  /** Admin's client on another application. */
  on(app: string): ApiClient {
    return this.#registered(this.client.with({ app }));
  }

  /** Applies a provisioning document. The changes are effective immediately. */
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

  #registered(client: ApiClient): ApiClient {
    this.#clients.push(client);
    return client;
  }
}

/** Stores passwords in plain text: the real hashes are slow by design. */
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
