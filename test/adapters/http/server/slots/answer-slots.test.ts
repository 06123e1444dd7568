import { expect } from 'chai';
import { RequestError } from '../../../../../adapters/http/request-error.js';
import { AnswerSlots } from '../../../../../adapters/http/slots/answer-slots.js';

describe('Slots for long answers', () => {
  let slots: AnswerSlots;
  beforeEach(() => {
    slots = new AnswerSlots({ ofClient: 2, ofAll: 4, cutAfter: 20 });
  });

  /** Asks for a slot; it can be ended, and tells what came of it. */
  function ask(address: string) {
    const asked = { state: 'waiting', end: (): void => undefined };
    slots
      .acquire({
        clientAddress: address,
        whenOver: (run) => {
          asked.end = run;
        },
        cut: () => {
          asked.end();
          asked.state = 'cut';
        },
      })
      .then(
        () => {
          asked.state = 'begun';
        },
        (error: unknown) => {
          asked.state = RequestError.is(error, 'request.aborted') ? 'aborted' : 'failed';
        },
      );
    return asked;
  }
  const statesOf = async (all: readonly { state: string }[]): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return all.map(({ state }) => state);
  };

  it('come to so many requests at a time, and to others when those are over, in their order', async () => {
    const asked = [1, 2, 3, 4].map(() => ask('10.0.0.1'));
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'waiting', 'waiting']);
    asked[1]?.end();
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'begun', 'waiting']);
    asked[0]?.end();
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'begun', 'begun']);
  });

  it('do not depend on other clients', async () => {
    const asked = ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2'].map(ask);
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'waiting', 'begun']);
  });

  it('are so many of all clients at a time, the next one for whoever has fewest', async () => {
    const asked = ['1', '1', '1', '2', '2', '3'].map((end) => ask(`10.0.0.${end}`));
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'waiting', 'begun', 'begun', 'waiting']);
    asked[0]?.end();
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'waiting', 'begun', 'begun', 'begun']);
    for (const own of asked) own.end();
  });

  it('are lost by the oldest of a client that keeps others out for long', async () => {
    const asked = ['1', '1', '2', '2', '3'].map((end) => ask(`10.0.0.${end}`));
    while ((await statesOf(asked)).at(-1) !== 'begun');
    expect(await statesOf(asked)).to.deep.equal(['cut', 'begun', 'begun', 'begun', 'begun']);
  });

  it('are given up by requests that are gone before', async () => {
    const asked = [1, 2, 3, 4].map(() => ask('10.0.0.1'));
    asked[2]?.end();
    asked[0]?.end();
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'aborted', 'begun']);
  });
});
