import { expect } from 'chai';
import { RequestError } from '../../../../../adapters/http/request-error.js';
import { ReadSlots } from '../../../../../adapters/http/slots.js';

describe('Slots for reading chunks', () => {
  let slots: ReadSlots;
  beforeEach(() => {
    slots = new ReadSlots({ ofClient: 2, ofAll: 3 });
  });

  /** Reads a chunk that ends on demand. Returns its state. */
  function read(address: string) {
    const part = {
      isGone: false,
      state: 'waiting',
      end: (): void => undefined,
      fail: (_error: Error): void => undefined,
      read: Promise.resolve(''),
    };
    part.read = slots.read(
      address,
      () => part.isGone,
      () => {
        part.state = 'reading';
        return new Promise<string>((resolve, reject) => {
          part.end = () => resolve(address);
          part.fail = reject;
        });
      },
    );
    return part;
  }
  const statesOf = async (parts: readonly { state: string }[]): Promise<string> => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    return parts.map(({ state }) => state).join(' ');
  };

  it('are given to a few chunks of a client, and then to the waiting ones in order', async () => {
    const parts = ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1'].map(read);
    expect(await statesOf(parts)).to.equal('reading reading waiting waiting');
    parts[1]?.end();
    expect(await statesOf(parts)).to.equal('reading reading reading waiting');
    expect(await parts[1]?.read).to.equal('10.0.0.1');
  });

  it('are given to the client with the fewest reads, although others have waited longer', async () => {
    const parts = ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3'].map(read);
    expect(await statesOf(parts)).to.equal('reading reading waiting reading waiting');
    parts[0]?.end();
    expect(await statesOf(parts)).to.equal('reading reading waiting reading reading');
  });

  it('are released by a failed read', async () => {
    const parts = ['10.0.0.1', '10.0.0.1', '10.0.0.1'].map(read);
    await statesOf(parts);
    parts[0]?.fail(new Error('broken'));
    expect(await parts[0]?.read.catch((error: Error) => error.message)).to.equal('broken');
    expect(await statesOf(parts)).to.equal('reading reading reading');
  });

  it('skip a chunk without a reader', async () => {
    const parts = ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1'].map(read);
    await statesOf(parts);
    for (const part of parts.slice(2, 3)) part.isGone = true;
    parts[0]?.end();
    expect(await parts[2]?.read.catch((error: Error) => RequestError.is(error) && error.code)).to.equal('request.aborted');
    expect(await statesOf(parts)).to.equal('reading reading waiting reading');
  });

  it('yield to the event loop between chunks that are available at once', async () => {
    const ends: string[] = [];
    const part = async (name: string): Promise<void> => void ends.push(name);
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      slots.read(
        '10.0.0.1',
        () => false,
        () => part(name),
      ),
    );
    const other = new Promise<void>((resolve) => setImmediate(() => resolve(void ends.push('other'))));
    await Promise.all([...all, other]);
    expect(ends.indexOf('other')).to.be.below(4);
  });
});
