import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RelyingParty } from '../../../application/ports/second-factors.js';
import type { KeyAudience } from '../../../domain/access/access-key.js';
import { clientNetworkOf } from '../../../domain/access/sign-in-block.js';
import { isPathPrefix, permittedOrigin } from '../../../domain/access/web-origin.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { Codec, NumberStyle } from '../codec/codec.js';
import { RequestError } from '../request-error.js';

/**
 * State of a request for error answers and the log, available after any step. Other results are passed from step to step
 * (step.ts).
 */
export interface Exchange {
  /** Start of processing, in milliseconds of a monotonic clock. */
  readonly started: number;
  readonly requestId: string;
  readonly trace: Trace | undefined;
  readonly client: Client;
  /** The base path of all applications: `/api` below the mount path. */
  readonly root: string;
  /** Prefix of every path in the answer; may be empty. */
  readonly pathPrefix: string;
  codec: Codec;
  /** Number style of `data`, also in errors; native until the application is known. */
  numbers: NumberStyle;
  /** The controller as sent: the root element of XML answers; '' if unknown. */
  controllerName: string;
  /** The application's name as sent, even if it does not exist; empty if unknown. */
  appName: string;
  readonly report: RequestReport;
}

/** Facts for the log and the metrics, set during the request. */
export interface RequestReport {
  /** The path template; undefined for a path without a route. */
  route: string | undefined;
  app: string | undefined;
  user: string | undefined;
  /** Whether the request failed by an unexpected error. */
  isDefect: boolean;
  isStream: boolean;
}

/** Seconds since `started`, rounded to milliseconds. */
export const secondsSince = (started: number): number => Math.round(performance.now() - started) / 1000;

interface OpenExchange {
  readonly response: ServerResponse;
  readonly runs: (() => void)[];
}

/** Open exchanges by connection, in order of arrival. HTTP pipelining causes several. */
const openOf = new WeakMap<Socket, OpenExchange[]>();

/**
 * Calls a function when the answer is sent or the connection is closed. The event `close` of the answer does not suffice: a
 * pipelined answer has no connection yet.
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

/** Whether an HTTP/1 request has a body, by its headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Maximum bytes of a discarded body. Afterwards the connection is closed. */
const maxDiscarded = 16 * 1024 * 1024;

/** Bytes discarded at a time, before an interval of some milliseconds. */
const piece = 64 * 1024;
const rest = 5;

/**
 * Discards an unread body, so that the client can read the answer on the same connection. Closes the connection above
 * `maxDiscarded` bytes. Intervals between chunks let other requests run.
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

export interface Client {
  readonly address: string;
  /** The client network, to which limits apply: the IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  /** Whether the address belongs to a trusted proxy, which forwards requests of many clients. */
  readonly isProxy: boolean;
  readonly encrypted: boolean;
}

/**
 * Determines the client of a request. X-Forwarded-For and X-Forwarded-Proto are used only on connections from a trusted proxy.
 * The client is then the last listed address that is not a trusted proxy. The protocol is the last entry, which the nearest proxy
 * added. Earlier entries may be forged.
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

const hostForm = /^([\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/;

/**
 * Returns the origin that browsers use for this server, from the Host header.
 * @param permitted permitted origins (RFC 6454); empty: all
 * @returns undefined without a valid Host header
 * @throws RequestError request.hostNotPermitted
 */
export function relyingPartyOf(
  { host = '' }: IncomingHttpHeaders,
  { encrypted }: Pick<Client, 'encrypted'>,
  permitted: readonly string[] = [],
): RelyingParty | undefined {
  const id = hostForm.exec(host.toLowerCase())?.[1];
  const url = `${encrypted ? 'https' : 'http'}://${host.toLowerCase()}`;
  if (id === undefined || !URL.canParse(url)) return undefined;
  const { origin } = new URL(url);
  if (permitted.length === 0) return { id, origin };
  const found = permittedOrigin(permitted, origin);
  if (found === undefined) throw new RequestError('request.hostNotPermitted', { host, urls: permitted.join(' or ') });
  return { id, origin: found };
}

const isAmong = ({ ip }: Peer, proxies: readonly Prefix[]): boolean =>
  ip !== undefined && proxies.some((proxy) => proxy.containsAddress(ip));

const clientAt = ({ address, network }: Peer, isProxy: boolean, encrypted: boolean): Client => ({
  address,
  network,
  isProxy,
  encrypted,
});

interface Peer {
  /** Undefined if the address is invalid. */
  readonly ip: IpAddress | undefined;
  readonly address: string;
  readonly network: string;
}

const peers = new WeakMap<Socket, Peer>();

function peerOf(socket: Socket): Peer {
  const known = peers.get(socket);
  if (known) return known;
  const peer = readPeer(socket.remoteAddress ?? '');
  peers.set(socket, peer);
  return peer;
}

const headerList = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Parses a socket address: without zone, and IPv4-mapped IPv6 as IPv4. */
function readPeer(text: string): Peer {
  const plain = text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const ip = IpAddress.read(plain);
  const address = String(ip ?? 'unknown');
  return { ip, address, network: clientNetworkOf(address) };
}

/** Format of accepted request ids. Answers and logs contain them unchanged. */
const saneId = /^[\w.:/+=@-]{1,128}$/;

/** Returns the request id: a valid `X-Request-Id`, or a new UUID. */
export function requestIdOf({ 'x-request-id': header }: IncomingHttpHeaders): string {
  return typeof header === 'string' && saneId.test(header) ? header : randomUUID();
}

export interface Trace {
  readonly traceId: string;
  readonly traceparent: string;
}

/** W3C Trace Context: version, trace, parent span, flags. Later versions may append fields. */
const traceparentForm = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.{1,200})?$/;

export function traceOf({ traceparent }: IncomingHttpHeaders): Trace | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId, further] = traceparentForm.exec(traceparent) ?? [];
  const isSound = traceId !== undefined && (further === undefined || !traceparent.startsWith('00'));
  return isSound ? { traceId, traceparent } : undefined;
}

export interface PathPrefixSettings {
  readonly trustedProxies: readonly Prefix[];
  /** The mount path; isPathPrefix defines its format. */
  readonly basePath?: string;
}

/** Returns the last valid X-Forwarded-Prefix of a trusted proxy, otherwise the mount path. */
export function pathPrefixOf(request: IncomingMessage, { trustedProxies, basePath = '' }: PathPrefixSettings): string {
  const header = headerList(request.headers['x-forwarded-prefix']).at(-1);
  if (header === undefined || !isAmong(peerOf(request.socket), trustedProxies)) return basePath;
  const prefix = header.replace(/\/$/, '');
  return isPathPrefix(prefix) ? prefix : basePath;
}

/**
 * Returns the target below the mount path, which a proxy or framework may have removed already.
 * @param url the target of the request line
 */
export function targetBelow(basePath: string, url: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest === '' || /^[/?]/.test(rest) ? rest : url;
}

const audiences = new WeakMap<IncomingMessage, KeyAudience>();

/**
 * Marks a request that another interface of this process forwards. It may use keys of that interface. Clients cannot set the
 * mark.
 */
export function markAudience(request: IncomingMessage, audience: KeyAudience): void {
  audiences.set(request, audience);
}

/** Returns the interface that received a request; null for the REST interface. */
export const audienceOf = (request: IncomingMessage): KeyAudience | null => audiences.get(request) ?? null;
