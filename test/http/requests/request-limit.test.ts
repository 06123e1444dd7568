import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const maxRequests = 5;
/** Maximum number of slots of one client while other clients use none. */
const ownPlaces = 3;

describe('The limit of parallel requests', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sockets: Socket[] = [];

  before(async () => {
    server = await ApiServer.start({ maxRequests });
    client = server.client;
  });
  after(() => server.close());
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await untilFree();
  });

  const untilFree = async (): Promise<void> => {
    while ((await client.get('/sections/')).status === 503) await delay(5);
  };

  /** Starts a request without sending its body, from the client address 127.0.0.(number + 2). */
  const begin = async (_: unknown, number: number): Promise<Socket> => {
    const localAddress = `127.0.0.${number + 2}`;
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write('POST /api/main/user/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n');
    return socket;
  };
  let sections = 0;
  /** Creates a subnet in a new section. */
  const network = async (subnet: string, mask: number): Promise<Answer> => {
    const sectionId = (await client.post('/sections/', { name: `section ${++sections}` })).id;
    return client.post('/subnets/', { sectionId, subnet, mask });
  };
  const fill = async (): Promise<Socket[]> => {
    const begun = await Promise.all(Array.from({ length: maxRequests }, begin));
    await delay(30);
    return begun;
  };

  it('returns 503 for further requests, with an envelope and Retry-After', async () => {
    await fill();
    const answer = await client.get('/sections/');
    expect(answer.summary).to.equal('503 Too many requests at the same time');
    expect(answer.envelope).to.include({ code: 503, success: false }).and.have.property('time');
    expect(answer.headers).to.include({ 'retry-after': '1', 'cache-control': 'no-store' });
    const xml = await client.send({ method: 'GET', target: '/sections/', headers: { 'Content-Type': 'application/xml' } });
    expect(xml.text).to.match(/^<\?xml[^>]*>\s*<sections><code>503<\/code>/);
  });

  it('leaves three quarters of the slots to other clients when one client sends no bodies', async () => {
    const begun = [];
    for (let i = 0; i < maxRequests; i++) begun.push(await begin(undefined, 0));
    const answers = await Promise.all(begun.slice(1).map((socket) => once(socket, 'data')));
    for (const [text] of answers) expect(String(text)).to.match(/^HTTP\/1.1 503 /);
    expect((await client.get('/sections/')).status).not.to.equal(503);
    begun[0]?.destroy();
    await delay(30);
    const [text] = await begin(undefined, 0).then((socket) => {
      socket.write('{}');
      return once(socket, 'data');
    });
    expect(String(text)).to.match(/^HTTP\/1.1 400 /);
  });

  it('accepts requests again after others are answered', async () => {
    const [first] = await fill();
    first?.write('{}');
    await once(first as Socket, 'data');
    expect((await client.get('/sections/')).status).not.to.equal(503);
  });

  it('accepts requests again after others are aborted', async () => {
    for (let round = 0; round < 3; round++) {
      for (const socket of await fill()) socket.destroy();
      await untilFree();
    }
    expect((await client.get('/sections/')).status).not.to.equal(503);
  });

  it('accepts requests again after a connection with several pipelined requests is closed', async () => {
    const { id: subnetId } = await network('2001:db8:1::', 48);
    for (let round = 0; round < 2; round++) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      sockets.push(socket);
      const head = (path: string): string => `GET /api/main${path} HTTP/1.1\r\nHost: x\r\ntoken: ${client.token}\r\n\r\n`;
      socket.write(head(`/subnets/${subnetId}/all_subnets/66/`) + head('/sections/').repeat(maxRequests - 1));
      await once(socket, 'readable');
      expect((await client.get('/sections/')).status).to.equal(503);
      socket.destroy();
      await untilFree();
      const others = await Promise.all(Array.from({ length: maxRequests - 1 }, begin));
      await delay(30);
      expect((await client.get('/sections/')).status, 'all places are free again').not.to.equal(503);
      for (const other of others) other.destroy();
      await untilFree();
    }
  });

  it('counts lists until the client has read them to the end', async () => {
    const { id: subnet } = await network('2001:db8::', 32);
    const ask = (): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
          sockets.push(socket);
          const head = `GET /api/main/subnets/${subnet}/all_subnets/50/ HTTP/1.1\r\nHost: x\r\ntoken: ${client.token}\r\n\r\n`;
          socket.write(head);
          socket.once('data', () => resolve(socket.pause()));
        });
      });
    const lists = [];
    for (let i = 0; i < ownPlaces; i++) lists.push(await ask());
    expect((await client.get('/sections/')).status).to.equal(503);
    lists.shift()?.resume();
    await untilFree();
    for (const list of lists) list.destroy();
  });

  describe('when answers that one client does not read occupy all slots', () => {
    /** Occupies one slot for each address, in order, with an answer that the client does not read. */
    const keepWaiting = async (api: ApiServer, ...addresses: readonly string[]): Promise<Socket[]> => {
      const own = api.client;
      const sectionId = (await own.post('/sections/', { name: `section ${++sections}` })).id;
      const { id } = await own.post('/subnets/', { sectionId, subnet: `2001:db8:${sections}::`, mask: 48 });
      const begun: Socket[] = [];
      for (const localAddress of addresses) {
        const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1', localAddress });
        sockets.push(socket);
        begun.push(socket);
        socket.on('error', () => undefined);
        socket.write(`GET /api/main/subnets/${id}/all_subnets/64/ HTTP/1.1\r\nHost: x\r\ntoken: ${own.token}\r\n\r\n`);
        await once(socket, 'readable');
        expect(String(socket.read(12))).to.equal('HTTP/1.1 200');
      }
      return begun;
    };

    const mostOf = (address: string): string[] => [...Array<string>(ownPlaces).fill(address), '127.0.0.3', '127.0.0.4'];

    it('aborts the oldest of them for a request of another client, but no others', async () => {
      const [oldest, ...others] = await keepWaiting(server, ...mostOf('127.0.0.2'));
      expect((await client.get('/sections/')).status).not.to.equal(503);
      oldest?.resume();
      if (!oldest?.closed) await once(oldest as Socket, 'close');
      expect(others.map(({ destroyed }) => destroyed)).to.deep.equal([false, false, false, false]);
    });

    it('aborts none for that client itself', async () => {
      await keepWaiting(server, ...mostOf('127.0.0.1'));
      expect((await client.get('/sections/')).summary).to.equal('503 Too many requests at the same time');
    });

    it('aborts none when that client is a trusted proxy', async () => {
      const proxied = await ApiServer.start({ maxRequests, trustedProxies: [Prefix.parse('127.0.0.2/32')] });
      try {
        const begun = await keepWaiting(proxied, ...Array<string>(maxRequests).fill('127.0.0.2'));
        expect((await proxied.client.get('/sections/')).status).to.equal(503);
        for (const socket of begun) socket.destroy();
      } finally {
        await proxied.close();
      }
    });
  });
});

describe('The bytes of request bodies', () => {
  it('have a limit above which large requests get 503 and small ones are served', async () => {
    const server = await ApiServer.start({ maxRequests: 1000 });
    const { client } = server;
    const sockets: Socket[] = [];
    const refused: string[] = [];
    const head = `POST /api/main/sections/ HTTP/1.1\r\nHost: x\r\ntoken: ${client.token}\r\nContent-Type: application/json\r\n`;
    for (let i = 0; i < 40 && refused.length === 0; i++) {
      const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
      sockets.push(socket);
      socket.on('data', (text) => refused.push(String(text))).write(`${head}Content-Length: 1000000\r\n\r\n{`);
      await client.get('/sections/');
    }
    expect(refused.join()).to.match(/^HTTP\/1.1 503 /);
    expect(refused.join()).to.match(/retry-after: 1\r\n/i);
    expect(refused.join()).to.contain('Too many large requests at the same time');
    expect((await client.post('/sections/', { name: 'Small' })).status).to.equal(201);
    for (const socket of sockets) socket.destroy();
    const large = { name: 'Large', description: 'x'.repeat(500_000) };
    let answer = await client.post('/sections/', large);
    while (answer.status === 503) answer = await client.post('/sections/', large);
    expect(answer.status).to.equal(400);
    await server.close();
  });
});
