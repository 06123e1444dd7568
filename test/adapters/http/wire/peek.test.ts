import { expect } from 'chai';
import { peek } from '../../../../adapters/http/wire/peek.js';
import { collect, ObservedList } from '../support/lists.js';

describe('peek', () => {
  it('knows an empty list', async () => {
    const list = await peek(new ObservedList([]));
    expect(list.empty).to.equal(true);
    expect(await collect(list)).to.deep.equal([]);
    expect(await list.next()).to.deep.equal({ done: true, value: undefined });
  });

  it('gives all items, the first included, and reads only one ahead', async () => {
    const source = new ObservedList([1, 2, 3]);
    const list = await peek(source);
    expect([list.empty, source.read]).to.deep.equal([false, 1]);
    expect(await collect(list)).to.deep.equal([1, 2, 3]);
    expect(source.ended).to.equal(true);
  });

  it('passes on an error before the first item', async () => {
    const failing = (async function* () {
      yield* [] as number[];
      throw new Error('no connection');
    })();
    expect(await peek(failing).catch((error: Error) => error.message)).to.equal('no connection');
  });

  it('ends its source when it is ended, read or not', async () => {
    for (const read of [0, 1, 2]) {
      const source = new ObservedList([1, 2, 3]);
      const list = await peek(source);
      for (let i = 0; i < read; i++) await list.next();
      await list.return?.();
      expect(source.ended).to.equal(true);
      expect(await list.next()).to.deep.equal({ done: true, value: undefined });
    }
  });
});
