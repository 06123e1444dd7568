import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { openServerConnection } from '../../../../adapters/knex/connection/open-connection.js';
import { onPostgres } from '../fresh-database.js';

const pem = (name: string): Buffer => readFileSync(new URL(`../../../../../test/support/tls/${name}.pem`, import.meta.url));

/** Starts a TLS proxy before a PostgreSQL server. @param onData is called for each piece that a client sends */
async function encryptionBefore(url: string, onData: () => void) {
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const inner = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(client, inner);
    client.once('data', () => {
      client.pause(); // the client has asked for encryption
      const outer = new TLSSocket(client, { isServer: true, cert: pem('certificate'), key: pem('key') });
      outer.on('data', onData).pipe(inner).pipe(outer);
      client.write('S');
      for (const socket of [outer, inner]) socket.on('error', () => {});
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).toString(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('An encrypted connection to a server', () => {
  it('sends the statements of one turn in one piece, like an unencrypted one', () =>
    onPostgres(async (url) => {
      let pieces = 0;
      const encryption = await encryptionBefore(url, () => pieces++);
      const { connection } = await openServerConnection(`${encryption.url}?sslmode=no-verify`, limitsOf(10_000), {});
      pieces = 0;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => connection.run({ text: 'select $1::text', rows: 'texts' }, [`${index}`])),
      );
      expect(answers.map(({ rows }) => rows[0])).to.deep.equal(Array.from({ length: 10 }, (_, index) => [`${index}`]));
      expect(pieces).to.equal(1);
      await connection.close();
      await encryption.close();
    }));
});
