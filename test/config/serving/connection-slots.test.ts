import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { ConnectionSlots } from '../../../config/listeners/connection-slots.js';
import { ServingOrder } from '../../../config/listeners/serving-order.js';

describe('The slots of connections', () => {
  it('end no connection whose request has come but is not read yet, however many are served in one turn', async () => {
    const clock = () => 0; // a turn never seems to be over: all that wait are served in it
    const slots = new ConnectionSlots(400, new ServingOrder(clock), []);
    const server = createServer((request, response) => slots.begin(request, response, () => void response.end('quick')));
    slots.follow(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const answers = Array.from({ length: 300 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      return text(socket).catch((error: unknown) => String(error));
    });
    const ends = (await Promise.all(answers)).map((answer) => answer.slice(-5));
    server.close();
    expect(ends.filter((end) => end !== 'quick')).to.deep.equal([]);
  });
});
