import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { overdue, type Serving } from '../../adapters/http/index.js';
import { ConfigurationError } from '../settings/configuration-error.js';
import { type ServiceConfiguration, type TlsConfiguration, variables } from '../settings/settings.js';
import { ConnectionSlots } from './connection-slots.js';
import { listen } from './listen.js';
import { OpenAnswers } from './open-answers.js';
import { Pipeline } from './pipeline.js';
import { ServingOrder } from './serving-order.js';
import { untilQuiet } from './until-quiet.js';

/**
 * Limits in milliseconds and bytes against clients that hold connections without using them: headers and whole requests
 * must arrive in time, a first byte as well as all headers. Header space is for encrypted requests, which put everything into
 * the path.
 */
const limits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32_768,
  requireHostHeader: false, // nothing here depends on it, and Node's own refusal is no answer of the interface
} satisfies ServerOptions;

/** Milliseconds after which a connection on which nothing moves ends; whoever waits for an answer is told so before. */
const silence = 120_000;

/** For so many milliseconds connections may wait for their client, however many: who opens many at once cannot send on all at once. */
const idleTimeoutMs = 1000;

/** Connections for each request that may be under way: clients keep some open between their requests. */
const connectionsPerRequest = 4;
const handshakeTimeout = 10_000;

/** How often connections that have become idle are closed while the service stops. */
const closingInterval = 50;

/** How long clients can still send a request on an idle connection when a stop has begun: its answer ends the connection. */
const idlePatience = 300;

/** How long connections are still accepted when a stop has begun, at most, while new ones come all the time. */
const acceptPatience = 1000;

/** How long clients can still send the rest of a request's head when a stop has begun, in milliseconds. */
const headTimeoutMs = 1000;

/** The open listeners of the service. */
export interface Listeners {
  /** Where they can be reached, plain HTTP first. */
  readonly urls: readonly string[];
  /** Reads certificate and key again; without an HTTPS listener nothing happens. @throws ConfigurationError, the old ones stay */
  reloadCertificate(): void;
  /**
   * Accepts what has come by now and nothing more, and waits for the answers under way, at most so many milliseconds; then cuts
   * what is left. The last answer on a connection closes it. Connections on which no request has begun end within about a second,
   * and none is reset before the time is over.
   * @param beforeCut called just before something is cut
   */
  close(grace: number, beforeCut?: () => void): Promise<void>;
}

type ListenerConfiguration = Pick<ServiceConfiguration, 'http' | 'tls' | 'maxRequests' | 'trustedProxies'>;

type ChangedLimits = Partial<typeof limits> & { readonly silenceTimeout?: number; readonly connectionPatience?: number };

/**
 * Opens the plain listener and, when it is configured, the HTTPS one.
 * @param changedLimits replace some of `limits`; silenceTimeout replaces `silence`, connectionPatience `patience`
 * @throws ListenError when a port cannot be had, ConfigurationError when certificate and key do not work
 */
export async function openListeners(
  configuration: ListenerConfiguration,
  api: Serving,
  { silenceTimeout = silence, connectionPatience = idleTimeoutMs, ...changedLimits }: ChangedLimits = {},
): Promise<Listeners> {
  const { http, tls, maxRequests, trustedProxies } = configuration;
  const answers = new OpenAnswers();
  const slots = new ConnectionSlots(maxRequests * connectionsPerRequest, new ServingOrder(), trustedProxies, connectionPatience);
  const handleTracked: RequestListener = (request, response) => {
    answers.add(response);
    slots.begin(request, response, () => api.handle(request, response));
  };
  const options = { ...limits, ...changedLimits };
  const plain = createServer(options, handleTracked);
  const secure = tls && { server: createTlsServer({ ...options, handshakeTimeout, ...secureContext(tls) }, handleTracked), tls };
  const servers = secure ? [plain, secure.server] : [plain];
  for (const server of servers) {
    slots.follow(server);
    server.setTimeout(silenceTimeout, (socket) => {
      if (answers.isDue(socket)) api.handleUnreadable(Object.assign(new Error('no answer in time'), { code: overdue }), socket);
      else socket.destroy();
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      Pipeline.of(socket).refuse(() => api.handleUnreadable(error, socket)),
    );
    server.on('checkExpectation', handleTracked);
    server.on('connect', (_request, socket) => refuseTunnel(api, socket));
  }
  try {
    const urls = [await listen(plain, http.host, http.port, 'http')];
    if (secure) urls.push(await listen(secure.server, http.host, secure.tls.port, 'https'));
    return {
      urls,
      reloadCertificate: () => secure?.server.setSecureContext(secureContext(secure.tls)),
      close: (grace, beforeCut = () => {}) => closeAll(servers, { answers, slots }, grace, beforeCut),
    };
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
}

/** CONNECT is a method like others that nothing implements, but Node hands its connection over as it is. */
function refuseTunnel(api: Serving, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  api.handleUnreadable(Object.assign(new Error('this is no proxy'), { code: 'HPE_INVALID_METHOD' }), socket);
}

/** Certificate and key as the files hold them now. @throws ConfigurationError when they do not work together */
function secureContext({ certificateFile, keyFile }: TlsConfiguration): SecureContextOptions {
  try {
    const context = { cert: readFileSync(certificateFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const;
    createSecureContext(context);
    return context;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(
      variables.tlsCertificate.name,
      `and ${variables.tlsKey.name} are no certificate and its key: ${reason}`,
    );
  }
}

async function closeAll(
  servers: readonly (Server | TlsServer)[],
  { answers, slots }: { readonly answers: OpenAnswers; readonly slots: ConnectionSlots },
  grace: number,
  beforeCut: () => void,
): Promise<void> {
  const began = performance.now();
  answers.makeLast();
  const closed = servers.map((server) => closeWhenAccepted(server, answers, Math.min(acceptPatience, grace)));
  const closing = setInterval(() => slots.endWaiting(began, idlePatience, headTimeoutMs), closingInterval);
  const cut = setTimeout(() => {
    beforeCut();
    for (const server of servers) server.closeAllConnections();
  }, grace);
  await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, grace + closingInterval).unref())]);
  clearInterval(closing);
  clearTimeout(cut);
}

/** Closes a server when all connections are accepted that the system has made: it would reset them. @returns when all have ended */
async function closeWhenAccepted(server: Server | TlsServer, answers: OpenAnswers, maxWait: number): Promise<void> {
  let connections = 0;
  const note = (): void => void connections++;
  server.on('connection', note);
  await untilQuiet(() => connections + answers.ended, maxWait); // a client that is answered may connect again at once
  server.off('connection', note);
  server.closeIdleConnections = () => {}; // Node would reset those on which a request has come that it has not read
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
