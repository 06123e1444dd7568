import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Behavior of a counterpart on one connection. It ends when the connection is closed. */
export type Manner = (socket: Socket) => void | Promise<void>;

/** A server that misbehaves. */
export interface Counterpart {
  readonly port: number;
  /** Number of bytes that the operating system has accepted for sending. */
  sentBytes(): number;
  close(): Promise<void>;
}

/** Starts a server with a behavior on a free port of 127.0.0.1. */
export async function startCounterpart(manner: Manner): Promise<Counterpart> {
  const sockets = new Set<Socket>();
  let ended = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      ended += socket.bytesWritten;
      sockets.delete(socket);
    });
    Promise.resolve(manner(socket)).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sentBytes: () => [...sockets].reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, ended),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends endlessly, as fast as the client reads. @param maxBytes limits the memory of a failing test */
export async function sendEndlessly(socket: Socket, chunk: Buffer | string, maxBytes = 1_000_000_000): Promise<void> {
  const bytes = Buffer.from(chunk);
  for (let sent = 0; sent < maxBytes && !socket.destroyed; sent += bytes.length) if (!socket.write(bytes)) await drainOf(socket);
}

/** Resolves when a socket accepts more data or is closed. */
export const drainOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      socket.off('drain', end).off('close', end);
      resolve();
    };
    if (socket.destroyed) resolve();
    else socket.on('drain', end).on('close', end);
  });

/** Sends single bytes, with a pause after each. */
export async function sendSlowly(socket: Socket, bytes: Buffer | string, pauseMs: number): Promise<void> {
  for (const byte of Buffer.from(bytes)) {
    if (socket.destroyed) return;
    socket.write(Buffer.of(byte));
    await delay(pauseMs);
  }
}

/** Behaviors without a protocol, for servers of any kind. */
export const manners = {
  silent: () => {},
  closing: (socket) => void socket.end(),
  resetting: (socket) => void socket.resetAndDestroy(),
  garbage: (socket) => void socket.end(Buffer.from(Array.from({ length: 65_536 }, (_, index) => (index * 193) % 251))),
  endless: (socket) => sendEndlessly(socket, Buffer.alloc(65_536, 'x')),
  slow: (socket) => sendSlowly(socket, Buffer.alloc(100_000, 'x'), 20),
} as const satisfies Readonly<Record<string, Manner>>;
