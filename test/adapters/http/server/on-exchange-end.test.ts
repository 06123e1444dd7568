import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { onExchangeEnd } from '../../../../adapters/http/pipeline/exchange.js';

describe('The end of an exchange', () => {
  let server: Server;
  let client: Socket;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  });
  afterEach(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  const nextExchange = async (): Promise<[IncomingMessage, ServerResponse]> => {
    const [request, response] = await once(server, 'request');
    return [request, response];
  };

  it('calls all callbacks in order, over one listener', async () => {
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [request, response] = await nextExchange();
    const before = response.listenerCount('close');
    const called: number[] = [];
    for (let i = 0; i < 20; i++) onExchangeEnd(request, response, () => called.push(i));
    expect(response.listenerCount('close')).to.equal(before + 1);
    expect(called).to.deep.equal([]);
    response.end();
    await once(response, 'close');
    expect(called).to.deep.equal(Array.from({ length: 20 }, (_, i) => i));
  });

  it('calls back once for each pipelined exchange when the connection closes', async () => {
    const exchanges: [IncomingMessage, ServerResponse][] = [];
    const both = new Promise<void>((resolve) => {
      server.on('request', (...exchange) => exchanges.push(exchange) === 2 && resolve());
    });
    client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
    await both;
    const endedUrls: (string | undefined)[] = [];
    for (const [request, response] of exchanges) onExchangeEnd(request, response, () => endedUrls.push(request.url));
    const gone = once(exchanges[0]?.[0].socket as Socket, 'close');
    client.destroy();
    await gone;
    expect(endedUrls.sort()).to.deep.equal(['/1', '/2']);
  });

  it('calls back at once when the exchange is over', async () => {
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [request, response] = await nextExchange();
    response.end();
    await once(response, 'close');
    let callCount = 0;
    onExchangeEnd(request, response, () => callCount++);
    expect(callCount).to.equal(1);
  });
});
