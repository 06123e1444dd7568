import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { answerUnreadable } from '../../../adapters/http/pipeline/unreadable-request.js';

describe('An unreadable request', () => {
  const unreadable: [name: string, sent: string, status: RegExp][] = [
    ['that is not HTTP', 'nonsense nonsense\r\n\r\n', /^HTTP\/1.1 (400|501) /],
    ['with a head that is too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1.1 431 /],
    ['that arrives too slowly', 'GET / HTTP/1.1\r\nHost: ', /^HTTP\/1.1 408 /],
  ];
  for (const [name, sent, status] of unreadable) {
    it(`${name} is answered, and its connection closes although the client leaves it open`, async () => {
      const server = createServer({ headersTimeout: 100, connectionsCheckingInterval: 20 });
      server.on('clientError', answerUnreadable);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined).write(sent);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).to.match(status);
      const connections = promisify(server.getConnections.bind(server));
      while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(socket.writable, 'it is not the client who has closed').to.equal(true);
      socket.destroy();
      server.close();
    });
  }
});
