import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The first port, and the first above the range. The system assigns ports from 32,768 on by itself. */
const range = { first: 20_000, end: 32_768 } as const;

/**
 * A free port, for programs that do not accept port 0, and for servers that reopen their port. The system assigns it neither to
 * a listener on port 0 nor to an outgoing connection, so that it remains free until the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.first, range.end);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
