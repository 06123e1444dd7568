/** The paths of the console over a memory storage, in this process and on its own port. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionCookie, sessionHeader, sessionTokenIn } from '../../../adapters/auth/index.js';
import { answerFor, clientOf, pathPrefixOf, relyingPartyOf, strictTransport, targetBelow } from '../../../adapters/http/index.js';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { OpenIdProviders } from '../../../adapters/oidc/openid-providers.js';
import { SamlIdentityProviders } from '../../../adapters/saml/saml-identity-providers.js';
import { OtpCodes } from '../../../adapters/second-factors/otp-codes.js';
import { WebauthnPasskeys } from '../../../adapters/second-factors/webauthn-passkeys.js';
import { RandomTokenSource, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { createConsole } from '../../../adapters/web/index.js';
import { consoleApp } from '../../../application/access/sign-in/built-in-apps.js';
import { StoredApps } from '../../../application/access/sign-in/directory.js';
import { internalCaller } from '../../../application/caller.js';
import { type Application, createApplication } from '../../../application/index.js';
import type { Readers } from '../../../application/ports/unit-of-work.js';
import { NotingHasher } from '../../application/support/administration.js';

export class ConsoleServer {
  readonly application: Application;
  readonly readers: Readers;
  /** Offset of the clock, in milliseconds. */
  offsetMs = 0;
  /** Public origins; empty: any. */
  publicOrigins: readonly string[] = [];
  readonly complaints: unknown[] = [];
  /** Whether the storage counts as read-only. */
  isReadOnly = false;
  /** Causes of the logged warnings. */
  readonly warnings: string[] = [];
  readonly #server: Server;

  private constructor() {
    const { readers, unitOfWork } = createMemoryDatabase();
    this.readers = readers;
    const clock = { now: () => new Date(Date.now() + this.offsetMs) };
    const silent = () => {};
    this.application = createApplication({
      ...{ readers, unitOfWork, clock },
      timers: systemTimers,
      random: systemRandom,
      passwords: new NotingHasher(),
      tokens: new RandomTokenSource(),
      tokenTtl: 21_600,
      oneTimeCodes: new OtpCodes(),
      passkeys: new WebauthnPasskeys(),
      oidc: new OpenIdProviders(new NodeHttpClient()),
      saml: new SamlIdentityProviders(new NodeHttpClient()),
      storedApps: new StoredApps(readers, clock, [consoleApp]),
      log: {
        ...{ fatal: silent, error: silent, info: silent, debug: silent },
        warn: (_message, facts) => void this.warnings.push(String(facts?.cause)),
      },
    });
    const { signIn, providerSignIn, secondFactors, accessTokens, directory } = this.application;
    const console = createConsole({
      ...{ signIn, providerSignIn, secondFactors, accessTokens, directory, strictTransport, answerFor },
      folder: new URL('file:///none/'),
      cookie: sessionCookie,
      tokenIn: sessionTokenIn,
      isOwn: (headers) => headers[sessionHeader] === '1',
      clientOf: (request) => clientOf(request, []),
      partyOf: (request) => relyingPartyOf(request.headers, clientOf(request, []), this.publicOrigins),
      pathPrefixOf: (request) => pathPrefixOf(request, { trustedProxies: [] }),
      pathOf: (request) => targetBelow('', request.url ?? ''),
      complain: (error) => void this.complaints.push(error),
      version: '0',
      refusesWrites: async () => this.isReadOnly,
    });
    this.#server = createServer((request, response) => {
      if (!console.handle(request, response)) response.writeHead(404).end();
    });
  }

  static async start(): Promise<ConsoleServer> {
    const server = new ConsoleServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    const { access } = server.application;
    await access.users.add(internalCaller, { username: 'Admin', password: 'correct horse', role: 'Administrator' });
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
