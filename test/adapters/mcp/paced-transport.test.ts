import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'chai';
import { PacedTransport } from '../../../adapters/mcp/paced-transport.js';

/** A transport without a connection: a test delivers messages, and reads the sent ones. */
class FakeTransport implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  readonly sent: JSONRPCMessage[] = [];
  async start(): Promise<void> {}
  async close(): Promise<void> {}
  async send(message: JSONRPCMessage): Promise<void> {
    this.sent.push(message);
  }
}

describe('The messages of a batch of the Model Context Protocol', () => {
  let inner: FakeTransport;
  let paced: PacedTransport;
  let delivered: JSONRPCMessage[];

  beforeEach(() => {
    [inner, delivered] = [new FakeTransport(), []];
    paced = new PacedTransport(inner);
    paced.onmessage = (message) => void delivered.push(message);
  });

  const call = (id: number) => inner.onmessage?.({ jsonrpc: '2.0', id, method: 'ping' });
  const answer = (id: number) => paced.send({ jsonrpc: '2.0', id, result: {} });
  /** Waits for more turns of the event loop than the messages of a test need. A wait in milliseconds may contain no turn. */
  const quiet = async () => {
    for (let turn = 0; turn < 50; turn++) await nextTurn();
  };

  it('are delivered in order, at most four requests at the same time', async () => {
    for (let id = 0; id < 10; id++) call(id);
    await quiet();
    expect(delivered).to.have.length(4);
    await answer(2);
    await quiet();
    expect(delivered.map((message) => Object(message).id)).to.deep.equal([0, 1, 2, 3, 4]);
    for (let id = 0; id < 10; id++) {
      await answer(id);
      await quiet();
    }
    expect(delivered).to.have.length(10);
    expect(inner.sent).to.have.length(11);
  });

  it('are delivered one per turn of the event loop, so that other requests are served between them', async () => {
    for (let id = 0; id < 4; id++) call(id);
    const counts: number[] = [];
    const count = (): void => {
      counts.push(delivered.length);
      if (counts.length < 12) setImmediate(count);
    };
    setImmediate(count);
    await quiet();
    expect(counts).to.include.members([1, 2, 3, 4]);
  });

  it('may have the same id: the slot of each is released', async () => {
    for (let count = 0; count < 6; count++) call(7);
    await quiet();
    for (let count = 0; count < 6; count++) await answer(7);
    await quiet();
    expect(delivered).to.have.length(6);
  });

  it('that need no answer use no slot', async () => {
    for (let count = 0; count < 10; count++) inner.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
    for (let round = 0; round < 100 && delivered.length < 10; round++) await quiet();
    expect(delivered).to.have.length(10);
  });
});
