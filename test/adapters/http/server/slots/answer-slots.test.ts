import { expect } from 'chai';
import { RequestError } from '../../../../../adapters/http/request-error.js';
import { AnswerSlots } from '../../../../../adapters/http/slots.js';

describe('Slots for long answers', () => {
  const limits = { ofClient: 2, ofAll: 4, cutAfter: 60_000 };
  let slots: AnswerSlots;
  beforeEach(() => {
    slots = new AnswerSlots(limits);
  });

  /** Requests a slot. Returns its state and a function that ends the request. */
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

  it('are given to a limited number of requests, and then to waiting ones in order', async () => {
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

  it('are limited for all clients, and the next goes to the client with the fewest', async () => {
    const asked = ['1', '1', '1', '2', '2', '3'].map((end) => ask(`10.0.0.${end}`));
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'waiting', 'begun', 'begun', 'waiting']);
    asked[0]?.end();
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'waiting', 'begun', 'begun', 'begun']);
    for (const own of asked) own.end();
  });

  it('are revoked from the oldest request of a client that blocks others for too long', async () => {
    slots = new AnswerSlots({ ...limits, cutAfter: 20 });
    const asked = ['1', '1', '2', '2', '3'].map((end) => ask(`10.0.0.${end}`));
    while ((await statesOf(asked)).at(-1) !== 'begun');
    expect(await statesOf(asked)).to.deep.equal(['cut', 'begun', 'begun', 'begun', 'begun']);
  });

  it('are not given to requests that end while they wait', async () => {
    const asked = [1, 2, 3, 4].map(() => ask('10.0.0.1'));
    asked[2]?.end();
    asked[0]?.end();
    expect(await statesOf(asked)).to.deep.equal(['begun', 'begun', 'aborted', 'begun']);
  });
});
