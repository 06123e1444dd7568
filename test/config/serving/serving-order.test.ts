import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { ServingOrder } from '../../../config/listeners/serving-order.js';

describe('The serving order', () => {
  let now: number;
  let order: ServingOrder;
  let served: string[];
  beforeEach(() => {
    now = 1000;
    order = new ServingOrder(() => now);
    served = [];
  });

  const ask = (client: string, times: number): void => {
    for (let i = 0; i < times; i++) order.ask(client, () => served.push(`${client}${i}`));
  };
  const pass = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await nextTurn();
  };

  it('serves 100 requests of a client immediately, and the others soon, in their order', async () => {
    ask('a', 150);
    expect(served).to.have.length(100);
    await pass(2);
    expect(served).to.deep.equal(Array.from({ length: 150 }, (_, i) => `a${i}`));
  });

  it('does not delay a client behind a faster one', () => {
    ask('a', 500);
    ask('b', 1);
    expect(served.slice(100)).to.deep.equal(['b0']);
  });

  it('alternates between clients that exceed their rate', async () => {
    ask('a', 103);
    ask('b', 102);
    served = [];
    await pass(2);
    expect(served).to.deep.equal(['a100', 'b100', 'a101', 'b101', 'a102']);
  });

  it('serves for a millisecond in a turn of the event loop', async () => {
    const serve = (): void => {
      served.push('a');
      now += 0.5;
    };
    for (let i = 0; i < 104; i++) order.ask('a', serve);
    served = [];
    await nextTurn();
    expect(served).to.have.length(2);
    await pass(2);
    expect(served).to.have.length(4);
  });

  it('accepts connections before it serves a client that exceeds its rate, for at most 10 ms', async () => {
    ask('a', 101);
    await pass(2);
    ask('a', 2);
    served = [];
    const come = async (): Promise<void> => {
      order.connect('b', () => undefined);
      await nextTurn();
    };
    for (let i = 0; i < 5; i++) await come();
    expect(served).to.deep.equal([]);
    now += 10;
    for (let i = 0; i < 2; i++) await come();
    expect(served).to.deep.equal(['a0', 'a1']);
    ask('a', 1);
    await pass(3);
    expect(served).to.deep.equal(['a0', 'a1', 'a0']);
  });
});
