import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { openServerConnection } from '../../../../adapters/knex/connection/open-connection.js';
import { DatabaseFailure } from '../../../../adapters/knex/storage-error.js';

/** A message of the protocol of PostgreSQL. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(content, 'latin1'));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content, 'latin1')]);
}

const ready = message('Z', 'I');
const welcome = Buffer.concat([message('R', '\0\0\0\0'), ready]);
const done = message('C', 'SET\0');
const termination = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

describe('A connection that its server ends right after its first answer', () => {
  it('fails as unavailable with the reason of the server', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(welcome);
        socket.once('data', () => socket.write(Buffer.concat([done, ready, termination])));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const opening = openServerConnection(`postgres://user@127.0.0.1:${port}/base?sslmode=disable`, limitsOf(1000), {});
    const failure = await opening.then(
      ({ connection }) => connection.run({ text: 'select 1', rows: 'texts' }, []),
      (error: unknown) => error,
    );
    server.close();
    expect(failure).to.be.instanceOf(DatabaseFailure).and.include({ trouble: 'unavailable' });
    expect(failure).to.have.property('message', 'terminating connection due to administrator command');
  });
});
