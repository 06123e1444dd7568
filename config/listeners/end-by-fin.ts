import type { Socket } from 'node:net';

/** How long the client's FIN is awaited, in milliseconds. */
const lingerMs = 1000;

const ending = new WeakSet<Socket>();

/**
 * Ends a connection by FIN after its last response, and reads until the client's FIN. Closing with unread bytes would reset the
 * connection, and the client could lose a response.
 */
export function endByFin(socket: Socket): void {
  socket.destroySoon = () => linger(socket);
}

/** Ends a connection by FIN. Later bytes are discarded, for at most a second. */
export function linger(socket: Socket): void {
  if (socket.destroyed || ending.has(socket)) return;
  ending.add(socket);
  socket.end(() => {
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  });
  socket.resume();
}
