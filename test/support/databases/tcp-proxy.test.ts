import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { TcpProxy } from './tcp-proxy.js';

/** Runs a test through a proxy in front of an echo server. */
async function withEcho(test: (proxy: TcpProxy, client: () => Promise<Socket>) => Promise<void>): Promise<void> {
  const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const proxy = await TcpProxy.start({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port });
  const clients: Socket[] = [];
  const client = async (): Promise<Socket> => {
    const socket = connect(proxy.port, '127.0.0.1').setEncoding('utf8');
    clients.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  try {
    await test(proxy, client);
  } finally {
    for (const socket of clients) socket.destroy();
    await proxy.close();
    echo.close();
  }
}

const answerTo = async (socket: Socket, text: string): Promise<string> => {
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [string];
  return answer;
};

describe('The TCP proxy of the tests', () => {
  it('forwards bytes in both directions', () =>
    withEcho(async (proxy, client) => {
      expect(await answerTo(await client(), 'one')).to.equal('one');
      expect([proxy.open, proxy.accepted]).to.deep.equal([1, 1]);
    }));

  it('delays answers until they are released', () =>
    withEcho(async (proxy, client) => {
      const socket = await client();
      const answers: string[] = [];
      socket.on('data', (text: string) => answers.push(text));
      proxy.holdAnswers();
      socket.write('held');
      await delay(50);
      expect(answers).to.deep.equal([]);
      proxy.pass();
      await once(socket, 'data');
      expect(answers).to.deep.equal(['held']);
    }));

  it('resets connections, discards their delayed answers, and accepts new connections', () =>
    withEcho(async (proxy, client) => {
      const socket = await client();
      proxy.holdAnswers();
      socket.write('lost');
      await delay(50);
      proxy.cut();
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
      expect(error.code).to.equal('ECONNRESET');
      proxy.pass();
      expect(await answerTo(await client(), 'new')).to.equal('new');
    }));

  it('forwards no data and no end of a connection when it is silent', () =>
    withEcho(async (proxy, client) => {
      const socket = await client();
      let hasReceived = false;
      for (const event of ['data', 'end', 'error', 'close']) socket.on(event, () => (hasReceived = true));
      proxy.goSilent();
      socket.write('lost');
      await delay(50);
      expect(hasReceived).to.equal(false);
    }));

  it('refuses connections until it accepts them again on the same port', () =>
    withEcho(async (proxy, client) => {
      const { port } = proxy;
      await proxy.refuse();
      const [refused] = await Promise.allSettled([client()]);
      expect(refused).to.have.nested.property('reason.code', 'ECONNREFUSED');
      await proxy.accept();
      expect(proxy.port).to.equal(port);
      expect(await answerTo(await client(), 'again')).to.equal('again');
    }));

  it('reports a text of a client before it forwards the text', () =>
    withEcho(async (proxy, client) => {
      const socket = await client();
      proxy.onSent('commit', () => proxy.goSilent());
      expect(await answerTo(socket, 'begin')).to.equal('begin');
      let answered = false;
      socket.on('data', () => (answered = true));
      socket.write('commit');
      await delay(50);
      expect(answered).to.equal(false);
    }));
});
