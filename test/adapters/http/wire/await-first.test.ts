import { expect } from 'chai';
import { awaitFirst } from '../../../../adapters/http/wire/lists.js';
import { chunked } from '../../../../application/listing.js';
import { collect } from '../../../support/collect.js';
import { ObservedList } from '../support/lists.js';

describe('awaitFirst', () => {
  it('detects an empty list', async () => {
    const list = await awaitFirst(new ObservedList([]));
    expect(list.empty).to.equal(true);
    expect(await collect(list)).to.deep.equal([]);
    expect(await collect(list), 'again').to.deep.equal([]);
  });

  it('returns all items including the first, and reads only one ahead', async () => {
    const source = new ObservedList([1, 2, 3]);
    const list = await awaitFirst(source);
    expect([list.empty, source.read]).to.deep.equal([false, 1]);
    expect(await collect(list)).to.deep.equal([1, 2, 3]);
    expect(source.ended).to.equal(true);
  });

  it('rethrows an error before the first item', async () => {
    const failing = (async function* () {
      yield* [] as number[];
      throw new Error('no connection');
    })();
    expect(await awaitFirst(failing).catch((error: Error) => error.message)).to.equal('no connection');
  });

  it('returns the chunks of a chunked list, without an empty first one', async () => {
    const source = chunked(async function* () {
      yield* [[], [1, 2], [3]];
    });
    const list = await awaitFirst(source);
    expect(list.empty).to.equal(false);
    expect(await collect(list.chunks())).to.deep.equal([[1, 2], [3]]);
  });

  it('ends its source when it is ended, read or not', async () => {
    for (const read of [0, 1, 2]) {
      const source = new ObservedList([1, 2, 3]);
      const list = await awaitFirst(source);
      const items = list[Symbol.asyncIterator]();
      for (let i = 0; i < read; i++) await items.next();
      await list.end();
      expect(source.ended).to.equal(true);
      expect(await items.next()).to.deep.equal({ done: true, value: undefined });
    }
  });

  it('ends its source when its reader stops', async () => {
    const source = new ObservedList([1, 2, 3]);
    for await (const item of await awaitFirst(source)) if (item === 2) break;
    expect(source).to.include({ read: 2, ended: true });
  });
});
