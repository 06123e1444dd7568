import type { Socket } from 'node:net';

/** For how many milliseconds the client's end of a connection is waited for. */
const lingerMs = 1000;

const ending = new WeakSet<Socket>();

/**
 * Has Node end a connection behind its last answer by FIN, and read until the client has ended it too: a connection that is
 * closed with unread bytes is reset, and the client may lose an answer that it has not read yet.
 */
export function endByFin(socket: Socket): void {
  socket.destroySoon = () => linger(socket);
}

/** Ends a connection by FIN. What comes behind its FIN is read and thrown away, for a second at most. */
export function linger(socket: Socket): void {
  if (socket.destroyed || ending.has(socket)) return;
  ending.add(socket);
  socket.end(() => {
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  });
  socket.resume();
}
