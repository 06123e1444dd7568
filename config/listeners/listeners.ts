import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { overdue, type Serving } from '../../adapters/http/index.js';
import { reasonOf } from '../../application/ports/storage-error.js';
import type { ServiceConfiguration, TlsConfiguration } from '../settings/settings.js';
import { ConfigurationError } from '../settings/values.js';
import { variables } from '../settings/variables.js';
import { OpenAnswers, untilQuiet } from './closing.js';
import { ConnectionSlots } from './connection-slots.js';
import { listen } from './listen.js';
import { Pipeline } from './pipeline.js';
import { ServingOrder } from './serving-order.js';

/** Limits against slow clients, in milliseconds and bytes. The path contains encrypted requests, which count as header size. */
const limits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32_768,
  requireHostHeader: false, // the service does not need Host, and Node's refusal is not a response of the interface
} satisfies ServerOptions;

/** Timeout of a connection without traffic, in milliseconds. A client that waits for a response gets an error first. */
const silence = 120_000;

/**
 * A connection may wait this long for a request, even if its client has too many waiting connections: a client with many new
 * connections cannot send on all of them immediately.
 */
const idleTimeoutMs = 1000;

/** Maximum number of connections for each concurrent request, because clients keep idle connections between requests. */
const connectionsPerRequest = 4;
const handshakeTimeout = 10_000;

const closingInterval = 50;

/** For this time after the start of a stop, idle connections accept a request. */
const idleCloseMs = 300;

/** For this time after the start of a stop, new connections are accepted while they arrive continuously. */
const acceptTimeoutMs = 1000;

/** For this time after the start of a stop, an incomplete request head may still arrive. */
const headTimeoutMs = 1000;

export interface Listeners {
  /** Plain HTTP first. */
  readonly urls: readonly string[];
  /** Reloads certificate and key; no effect without HTTPS. On an error the old files remain in use. @throws ConfigurationError */
  reloadCertificate(): void;
  /**
   * Accepts only pending connections, waits for running responses, then closes the remaining connections. The last response on
   * a connection closes it. Connections without a request end within about a second. No connection is reset before the timeout.
   * @param grace maximum wait in milliseconds
   * @param beforeCut called before remaining connections are reset
   */
  close(grace: number, beforeCut?: () => void): Promise<void>;
}

type ListenerConfiguration = Pick<ServiceConfiguration, 'http' | 'tls' | 'maxRequests' | 'trustedProxies'>;

type ChangedLimits = Partial<typeof limits> & { readonly silenceTimeout?: number; readonly connectionTimeoutMs?: number };

/**
 * @param changedLimits overrides `limits`, `silence` and `idleTimeoutMs`
 * @throws ListenError if a port is unavailable, ConfigurationError for an invalid certificate or key
 */
export async function openListeners(
  configuration: ListenerConfiguration,
  api: Serving,
  { silenceTimeout = silence, connectionTimeoutMs = idleTimeoutMs, ...changedLimits }: ChangedLimits = {},
): Promise<Listeners> {
  const { http, tls, maxRequests, trustedProxies } = configuration;
  const answers = new OpenAnswers();
  const slots = new ConnectionSlots(maxRequests * connectionsPerRequest, new ServingOrder(), trustedProxies, connectionTimeoutMs);
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

/** Refuses CONNECT: Node passes the raw connection. */
function refuseTunnel(api: Serving, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  api.handleUnreadable(Object.assign(new Error('this is not a proxy'), { code: 'HPE_INVALID_METHOD' }), socket);
}

function secureContext({ certificateFile, keyFile }: TlsConfiguration): SecureContextOptions {
  try {
    const context = { cert: readFileSync(certificateFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const;
    createSecureContext(context);
    return context;
  } catch (error) {
    throw new ConfigurationError(
      variables.tlsCertificate.name,
      `and ${variables.tlsKey.name} are not a certificate and its key: ${reasonOf(error)}`,
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
  const closed = servers.map((server) => closeWhenAccepted(server, answers, Math.min(acceptTimeoutMs, grace)));
  const closing = setInterval(() => slots.endWaiting(began, idleCloseMs, headTimeoutMs), closingInterval);
  const cut = setTimeout(() => {
    beforeCut();
    for (const server of servers) server.closeAllConnections();
  }, grace);
  await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, grace + closingInterval).unref())]);
  clearInterval(closing);
  clearTimeout(cut);
}

/** Accepts all pending connections first: closing the server would reset them. Resolves when all have ended. */
async function closeWhenAccepted(server: Server | TlsServer, answers: OpenAnswers, maxWait: number): Promise<void> {
  let connections = 0;
  const note = (): void => void connections++;
  server.on('connection', note);
  await untilQuiet(() => connections + answers.ended, maxWait); // an answered client may reconnect immediately
  server.off('connection', note);
  server.closeIdleConnections = () => {}; // Node would reset connections with an unread request
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
