import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { ApiServer } from '../../support/api-server.js';

/** Characters of each note. The responses exceed the buffer of a connection. */
const noteLength = 65_000;
const addresses = 60;

describe('Searches with clients that do not read the answers', function () {
  this.timeout(60_000);
  let server: ApiServer;
  const sockets: Socket[] = [];

  before(async () => {
    server = await ApiServer.start();
    const { client } = server;
    const sectionId = (await client.post('/sections/', { name: 'Long' })).id;
    const subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
    for (let i = 0; i < addresses; i++) {
      const answer = await client.post(`/addresses/first_free/${subnetId}/`, { hostname: 'long', note: '€'.repeat(noteLength) });
      expect(answer.summary).to.equal('201');
    }
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });

  /** Sends a search from an address and reads nothing of the response. */
  const begin = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(`GET /api/main/search/long/ HTTP/1.1\r\nHost: x\r\ntoken: ${server.client.token}\r\n\r\n`);
    return socket;
  };

  it('return fewer than 1000 records when these are long', async () => {
    const { client } = server;
    const sectionId = (await client.post('/sections/', { name: 'Longer' })).id;
    const subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.1.0.0', mask: 24 })).id;
    for (let i = 0; i < 80; i++)
      await client.post(`/addresses/first_free/${subnetId}/`, { hostname: 'longer', note: 'x'.repeat(noteLength) });
    const { addresses: found } = (await client.get('/search/longer/')).record as {
      addresses: { data: readonly unknown[]; truncated?: string };
    };
    expect([found.data.length, found.truncated]).to.deep.equal([64, '1']);
    expect((await client.delete(`/subnets/${subnetId}/`)).status).to.equal(200);
  });

  it('buffer the records of four searches, do not block other requests, and continue after disconnections', async () => {
    const slow = [];
    for (let i = 0; i < 100; i++) slow.push(await begin('127.0.0.2'));
    const answered: Socket[] = [];
    for (const socket of slow) socket.once('readable', () => answered.push(socket));
    const found = await server.client.get('/search/long/');
    expect(found.text.length).to.be.greaterThan(addresses * noteLength);
    expect(answered).to.have.length(4);
    for (const socket of [...answered]) socket.destroy();
    while (answered.length < 8) await new Promise((resolve) => setImmediate(resolve));
    expect((await server.client.get('/search/nothing/')).status).to.equal(200);
    expect(answered).to.have.length(8);
  });
});
