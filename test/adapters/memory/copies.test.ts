import { expect } from 'chai';
import { createMemoryDatabase, type MemoryDatabase } from '../../../adapters/memory/index.js';
import { newSection } from '../../contracts/support/builders.js';
import { collect } from '../../support/collect.js';

const add = ({ unitOfWork }: MemoryDatabase, name: string): Promise<number> =>
  unitOfWork.run(({ sections }) => sections.insert(newSection({ name })));

const namesIn = async ({ readers }: MemoryDatabase): Promise<readonly string[]> =>
  (await collect(readers.sections.list())).map(({ name }) => String(name));

describe('A copy of a database in memory', () => {
  it('contains the data of the original, and neither shows later writes of the other', async () => {
    const original = createMemoryDatabase();
    await add(original, 'before');
    const copy = original.copy();
    const [inOriginal, inCopy] = [await add(original, 'in the original'), await add(copy, 'in the copy')];
    expect(inOriginal).to.equal(inCopy);
    expect(await namesIn(original)).to.deep.equal(['before', 'in the original']);
    expect(await namesIn(copy)).to.deep.equal(['before', 'in the copy']);
  });

  it('outlives the original', async () => {
    const original = createMemoryDatabase();
    const copy = original.copy();
    await original.close();
    await add(copy, 'later');
    expect(await namesIn(copy)).to.deep.equal(['later']);
  });
});
