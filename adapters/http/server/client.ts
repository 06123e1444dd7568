import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';

/** Where a request really comes from, and whether its way there was encrypted. */
export interface Client {
  readonly address: string;
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
  const isTrusted = (address: IpAddress | undefined): boolean =>
    address !== undefined && trustedProxies.some((proxy) => proxy.containsAddress(address));
  if (!isTrusted(peer)) return { address: String(peer ?? 'unknown'), encrypted };
  const forwarded = headerList(request.headers['x-forwarded-for']).map(readPeer);
  const client = forwarded.reverse().find((address) => !isTrusted(address)) ?? peer;
  const proto = headerList(request.headers['x-forwarded-proto']).at(-1)?.toLowerCase();
  return { address: String(client), encrypted: proto === undefined ? encrypted : proto === 'https' };
}

/** Who is at the other end of connections: they carry many requests. */
const peers = new WeakMap<Socket, IpAddress | undefined>();

function peerOf(socket: Socket): IpAddress | undefined {
  if (!peers.has(socket)) peers.set(socket, readPeer(socket.remoteAddress ?? ''));
  return peers.get(socket);
}

const headerList = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Reads a socket's address: without zone, IPv4 in IPv6 sockets as IPv4. */
function readPeer(text: string): IpAddress | undefined {
  const plain = text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return IpAddress.read(plain);
}
