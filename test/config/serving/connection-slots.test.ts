import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { ConnectionSlots } from '../../../config/listeners/connection-slots.js';
import { ServingOrder } from '../../../config/listeners/serving-order.js';
import { until } from '../../support/outcome/until.js';

/** Milliseconds of other work before the service reads a body. */
const busy = 50;

/** Runs a test with a server of 400 slots, which responds `quick` after it has read a request. @param order its serving order */
async function withSlots(order: ServingOrder, test: (open: () => Socket) => Promise<void>): Promise<void> {
  const slots = new ConnectionSlots(400, order, [], 1000);
  const read = async (request: IncomingMessage): Promise<string> => {
    await delay(busy);
    return text(request);
  };
  const server = createServer((request, response) =>
    slots.begin(
      request,
      response,
      () =>
        void read(request).then(
          (body) => response.end(`${body} quick`),
          () => undefined,
        ),
    ),
  );
  slots.follow(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await test(() => connect(port, '127.0.0.1'));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const answerOn = (socket: Socket): Promise<string> => text(socket).catch((error: unknown) => String(error));

/** The results of 300 concurrent connections, without those that end with `quick`. */
async function unanswered(open: () => Socket, send: (socket: Socket) => void): Promise<string[]> {
  const answers = Array.from({ length: 300 }, () => {
    const socket = open();
    send(socket);
    return answerOn(socket);
  });
  return (await Promise.all(answers)).filter((answer) => !answer.endsWith('quick'));
}

const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';

describe('The connection slots', () => {
  const everythingInOneTurn = () => new ServingOrder(() => 0); // no turn reaches its time limit
  for (const [name, order] of [
    ['one turn', everythingInOneTurn],
    ['several turns', () => new ServingOrder()],
  ] as const) {
    it(`close no connection with an unread request, when all are served in ${name}`, () =>
      withSlots(order(), async (open) => {
        expect(await unanswered(open, (socket) => socket.write(`${head}\r\n`))).to.deep.equal([]);
      }));

    it(`close no connection with an unread body, when all are served in ${name}`, () =>
      withSlots(order(), async (open) => {
        expect(await unanswered(open, (socket) => socket.write(`${head}Content-Length: 4\r\n\r\nbody`))).to.deep.equal([]);
      }));
  }

  it('close idle connections only after a second, and leave a quarter of the slots to them', () =>
    withSlots(new ServingOrder(), async (open) => {
      const sockets = Array.from({ length: 300 }, open);
      const ends = sockets.map(answerOn);
      await delay(200);
      for (const socket of sockets.slice(0, 150)) socket.write(`${head}\r\n`);
      const answers = await Promise.all(ends.slice(0, 150));
      expect(answers.filter((answer) => !answer.endsWith('quick'))).to.deep.equal([]);
      const count = () => sockets.filter((socket) => !socket.closed).length;
      await until(() => count() <= 100);
      await delay(200); // no further ones are closed
      const left = count();
      for (const socket of sockets) socket.destroy();
      expect(left).to.equal(100);
    }));

  it('close connections with incomplete bodies first, and none with a complete but unread body', () =>
    withSlots(new ServingOrder(), async (open) => {
      const half = `${head}Content-Length: 4\r\n\r\nbo`;
      const [slow, ...whole] = Array.from({ length: 100 }, open);
      for (const socket of [slow, ...whole]) socket?.write(half);
      const answers = [slow, ...whole].map((socket) => socket && answerOn(socket));
      await delay(5);
      for (const socket of whole) socket.write('dy');
      await delay(busy / 2);
      const silent = Array.from({ length: 301 }, open);
      const ends = await Promise.all(answers);
      for (const socket of silent) socket.destroy();
      expect(ends.map((end) => end?.endsWith('quick'))).to.deep.equal([false, ...whole.map(() => true)]);
    }));
});
