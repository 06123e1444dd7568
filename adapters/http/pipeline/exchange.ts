import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isPathPrefix } from '../../../application/access/administration/path-prefix.js';
import { clientNetworkOf } from '../../../domain/access/client-network.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { Codec } from '../codec/codec.js';

/**
 * A request and its answer, from the start of the request: the facts that error answers and the log need, however far the steps
 * got. A step returns to the next ones what they need (step.ts).
 */
export interface Exchange {
  /** Start of the processing, in milliseconds of a monotonic clock. */
  readonly started: number;
  readonly requestId: string;
  readonly trace: Trace | undefined;
  readonly client: Client;
  /** The path of all applications: `/api`, below the path that the interface is mounted on. */
  readonly root: string;
  /** The path prefix before every path that the answer names; empty for none. */
  readonly pathPrefix: string;
  /** The representation of the answer. */
  codec: Codec;
  /** The controller as sent: the root element of XML answers; '' while it is unknown. */
  controllerName: string;
  /** The application that the request names, known or not; '' while it is unknown. */
  appName: string;
  readonly report: RequestReport;
}

/** The facts for the log and the metrics that become known during a request. */
export interface RequestReport {
  /** The path as the description names it; undefined unless it leads to a route. */
  route: string | undefined;
  /** The id of the application. */
  app: string | undefined;
  /** The name of the user. */
  user: string | undefined;
  /** Whether the request failed by an unexpected error. */
  isDefect: boolean;
  /** Whether the answer is a stream. */
  isStream: boolean;
}

/** Seconds since a request began, rounded to milliseconds. */
export const secondsSince = (started: number): number => Math.round(performance.now() - started) / 1000;

/** An answer that is not sent yet, and what is to be done then. */
interface OpenExchange {
  readonly response: ServerResponse;
  readonly runs: (() => void)[];
}

/** Those of a connection, in the order in which they began: one, unless its client does not wait for answers. */
const openOf = new WeakMap<Socket, OpenExchange[]>();

/**
 * Runs something once an exchange is over: its answer is sent, or its connection is gone. An answer that waits for others on
 * its connection never hears of the latter, as it has no connection yet.
 */
export function onExchangeEnd({ socket }: IncomingMessage, response: ServerResponse, run: () => void): void {
  const open = openOn(socket);
  const known = open.findLast((exchange) => exchange.response === response);
  if (known) known.runs.push(run);
  else if (socket.closed || response.closed) run();
  else begin(open, { response, runs: [run] });
}

function begin(open: OpenExchange[], exchange: OpenExchange): void {
  open.push(exchange);
  exchange.response.once('close', () => {
    const index = open.indexOf(exchange);
    if (index < 0) return;
    open.splice(index, 1);
    end(exchange);
  });
}

function openOn(socket: Socket): OpenExchange[] {
  const known = openOf.get(socket);
  if (known) return known;
  const open: OpenExchange[] = [];
  openOf.set(socket, open);
  socket.once('close', () => {
    for (const exchange of open.splice(0)) end(exchange);
  });
  return open;
}

function end({ runs }: OpenExchange): void {
  for (const run of runs) run();
}

/** Whether a request has a body: HTTP/1 announces it by one of two headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Bytes of a body that are received though nobody wants them. */
const maxDiscarded = 16 * 1024 * 1024;

/** So many bytes are thrown away at once, and then none for some milliseconds. */
const piece = 64 * 1024;
const rest = 5;

/**
 * Throws away what is left of a request's body, so that its client can read the answer on the same connection; a connection on
 * which too much comes is cut. Who sends as fast as this reads would keep others waiting: so it takes its time.
 */
export function discardBody(request: IncomingMessage): void {
  if (!hasBody(request) || request.readableEnded || request.destroyed) return;
  let [size, end] = [0, piece];
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxDiscarded) request.socket.destroy();
    if (size < end) return;
    end = size + piece;
    request.pause();
    setTimeout(() => request.resume(), rest);
  });
  request.resume();
}

/** Where a request really comes from, and whether its way there was encrypted. */
export interface Client {
  readonly address: string;
  /** What counts as one client with it. */
  readonly network: string;
  /** Whether it is a trusted proxy, behind which many clients may be. */
  readonly isProxy: boolean;
  readonly encrypted: boolean;
}

/**
 * Tells a request's client. X-Forwarded-For and X-Forwarded-Proto count only when the connection comes from a trusted proxy;
 * then the client is the last address in the list that is not a trusted proxy itself, and how the request came is what the
 * nearest proxy says: the last entry. Those before it may be the client's own words.
 */
export function clientOf(request: IncomingMessage, trustedProxies: readonly Prefix[]): Client {
  const peer = peerOf(request.socket);
  const encrypted = 'encrypted' in request.socket && request.socket.encrypted === true;
  const isTrusted = (hop: Peer): boolean => isAmong(hop, trustedProxies);
  if (!isTrusted(peer)) return clientAt(peer, false, encrypted);
  const forwarded = headerList(request.headers['x-forwarded-for']).map(readPeer);
  const client = forwarded.reverse().find((hop) => !isTrusted(hop)) ?? peer;
  const proto = headerList(request.headers['x-forwarded-proto']).at(-1)?.toLowerCase();
  return clientAt(client, client === peer, proto === undefined ? encrypted : proto === 'https');
}

const isAmong = ({ ip }: Peer, proxies: readonly Prefix[]): boolean =>
  ip !== undefined && proxies.some((proxy) => proxy.containsAddress(ip));

/** Whether a request's connection comes from a trusted proxy: only then its X-Forwarded headers count. */
const isFromTrustedProxy = ({ socket }: IncomingMessage, trustedProxies: readonly Prefix[]): boolean =>
  isAmong(peerOf(socket), trustedProxies);

const clientAt = ({ address, network }: Peer, isProxy: boolean, encrypted: boolean): Client => ({
  address,
  network,
  isProxy,
  encrypted,
});

/** Somebody at an end of a connection. */
interface Peer {
  /** Undefined for what is no address. */
  readonly ip: IpAddress | undefined;
  readonly address: string;
  readonly network: string;
}

/** Who is at the other end of connections: they carry many requests. */
const peers = new WeakMap<Socket, Peer>();

function peerOf(socket: Socket): Peer {
  const known = peers.get(socket);
  if (known) return known;
  const peer = readPeer(socket.remoteAddress ?? '');
  peers.set(socket, peer);
  return peer;
}

/** Values of a header that may have several. */
const headerList = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Reads a socket's address: without zone, IPv4 in IPv6 sockets as IPv4. */
function readPeer(text: string): Peer {
  const plain = text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const ip = IpAddress.read(plain);
  const address = String(ip ?? 'unknown');
  return { ip, address, network: clientNetworkOf(address) };
}

/** What a client, or a proxy before the service, may call a request: it stands in answers and logs as it came. */
const saneId = /^[\w.:/+=@-]{1,128}$/;

/** How a request is called: as its `X-Request-Id` says where that is sane, else by a new name. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && saneId.test(given) ? given : randomUUID();
}

/** The trace that a request is part of. */
export interface Trace {
  readonly traceId: string;
  /** The header as it came. */
  readonly traceparent: string;
}

/** As W3C Trace Context has it: version, trace, span of the client, flags. Later versions may have more behind these. */
const traceparentForm = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.{1,200})?$/;

/** The trace that `traceparent` names; undefined where there is none, or none that can be read. */
export function traceOf({ traceparent }: IncomingHttpHeaders): Trace | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId, further] = traceparentForm.exec(traceparent) ?? [];
  const isSound = traceId !== undefined && (further === undefined || !traceparent.startsWith('00'));
  return isSound ? { traceId, traceparent } : undefined;
}

/** Settings of the path prefix. */
export interface PathPrefixSettings {
  readonly trustedProxies: readonly Prefix[];
  /** The path that the service is mounted below, as isPathPrefix has it. */
  readonly basePath?: string;
}

/**
 * The path prefix before every path that an answer names: what X-Forwarded-Prefix of a trusted proxy says, else the base path.
 * Of several values of the header the last one counts, that of the nearest proxy. A value that is no prefix counts as none.
 */
export function pathPrefixOf(request: IncomingMessage, { trustedProxies, basePath = '' }: PathPrefixSettings): string {
  const given = headerList(request.headers['x-forwarded-prefix']).at(-1);
  if (given === undefined || !isFromTrustedProxy(request, trustedProxies)) return basePath;
  const prefix = given.replace(/\/$/, '');
  return isPathPrefix(prefix) ? prefix : basePath;
}

/**
 * The target below the base path; a proxy or a framework that routes by this path may have taken it away already.
 * @param url the target as the request line has it
 */
export function targetBelow(basePath: string, url: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest === '' || /^[/?]/.test(rest) ? rest : url;
}
