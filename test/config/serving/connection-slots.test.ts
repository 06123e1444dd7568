import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { ConnectionSlots } from '../../../config/listeners/connection-slots.js';
import { ServingOrder } from '../../../config/listeners/serving-order.js';

/** Milliseconds for which the service is busy with something else before it reads a body. */
const busy = 50;

/** Runs a test with a server of 400 slots, which says `quick` when it has read a request. @param order when it serves what */
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

/** What came of 300 connections that are opened at once, other than an answer. */
async function unanswered(open: () => Socket, send: (socket: Socket) => void): Promise<string[]> {
  const answers = Array.from({ length: 300 }, () => {
    const socket = open();
    send(socket);
    return answerOn(socket);
  });
  return (await Promise.all(answers)).filter((answer) => !answer.endsWith('quick'));
}

const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';

describe('The slots of connections', () => {
  const everythingInOneTurn = () => new ServingOrder(() => 0); // a turn never seems to be over
  for (const [name, order] of [
    ['one turn', everythingInOneTurn],
    ['their turns', () => new ServingOrder()],
  ] as const) {
    it(`end no connection whose request has come but is not read yet, when all are served in ${name}`, () =>
      withSlots(order(), async (open) => {
        expect(await unanswered(open, (socket) => socket.write(`${head}\r\n`))).to.deep.equal([]);
      }));

    it(`nor one whose body has come but is not read yet, when all are served in ${name}`, () =>
      withSlots(order(), async (open) => {
        expect(await unanswered(open, (socket) => socket.write(`${head}Content-Length: 4\r\n\r\nbody`))).to.deep.equal([]);
      }));
  }

  it('end none of those on which nothing is sent for a moment, and leave a quarter of them after a second', () =>
    withSlots(new ServingOrder(), async (open) => {
      const sockets = Array.from({ length: 300 }, open);
      const ends = sockets.map(answerOn);
      await delay(200);
      for (const socket of sockets.slice(0, 150)) socket.write(`${head}\r\n`);
      const answers = await Promise.all(ends.slice(0, 150));
      expect(answers.filter((answer) => !answer.endsWith('quick'))).to.deep.equal([]);
      await delay(1200);
      const open300 = sockets.filter((socket) => !socket.closed).length;
      for (const socket of sockets) socket.destroy();
      expect(open300).to.equal(100);
    }));

  it('end those whose bodies have not come first, and none whose body came in two parts and is not read yet', () =>
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
