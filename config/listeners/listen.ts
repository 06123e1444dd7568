import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { isIPv6 } from 'node:net';

/** Connections queued by the system. The system drops further connections, and their clients retry after a second. */
const backlog = 4096;

/** Returns the server's URL. @throws ListenError if the port is unavailable */
export function listen(server: Server | TlsServer, host: string, port: number, scheme: 'http' | 'https'): Promise<string> {
  return new Promise((resolve, reject) => {
    const url = (actualPort: number) => `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${actualPort}`;
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new ListenError(`cannot listen on ${url(port)}: ${reasonOf(error)}`, { cause: error }));
    server.once('error', fail);
    server.listen({ port, host, backlog }, () => {
      server.off('error', fail);
      const address = server.address();
      resolve(url(typeof address === 'object' && address ? address.port : port));
    });
  });
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return 'the port is in use by another program';
    case 'EACCES':
      return 'this user may not use the port';
    case 'EADDRNOTAVAIL':
      return 'this machine does not have the address';
    case 'ENOTFOUND':
      return 'this host name does not exist';
    default:
      return error.message;
  }
}

/** The message is one line. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}
