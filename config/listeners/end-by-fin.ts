import type { Socket } from 'node:net';

const lingerMs = 1000;

const ending = new WeakSet<Socket>();

/** Closes with a FIN after the last response, and reads until the client's FIN: unread bytes would reset the connection. */
export function endByFin(socket: Socket): void {
  socket.destroySoon = () => linger(socket);
}

/** Closes a connection with a FIN. Later bytes are discarded for up to a second. */
export function linger(socket: Socket): void {
  if (socket.destroyed || ending.has(socket)) return;
  ending.add(socket);
  socket.end(() => {
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  });
  socket.resume();
}
