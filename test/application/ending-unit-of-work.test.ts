import { expect } from 'chai';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { StorageError } from '../../application/ports/storage-error.js';
import { EndingUnitOfWork } from '../../application/unit-of-work/ending-unit-of-work.js';
import type { Group } from '../../domain/access/user.js';

const group: Group = { id: 9, name: 'Late', description: '', roles: [] };
const troubleOf = (work: Promise<unknown>) => work.catch((error) => error instanceof StorageError && error.failure);

describe('A unit of work of an ending service', () => {
  it('rolls back its changes, and does not start after the end', async () => {
    const { unitOfWork, readers } = createMemoryDatabase();
    const ending = new EndingUnitOfWork(unitOfWork);
    const underWay = troubleOf(
      ending.run(async ({ groups }) => {
        await groups.save(group);
        ending.end();
      }),
    );
    expect(await underWay).to.equal('unavailable');
    let began = false;
    const late = ending.run(async () => {
      began = true;
    });
    expect([await troubleOf(late), began]).to.deep.equal(['unavailable', false]);
    expect((await readers.groups.list()).map(({ name }) => name)).not.to.include('Late');
  });

  it('commits before the end', async () => {
    const { unitOfWork, readers } = createMemoryDatabase();
    const ending = new EndingUnitOfWork(unitOfWork);
    expect(await ending.run(async ({ groups }) => groups.save(group).then(() => 'done'))).to.equal('done');
    expect((await readers.groups.list()).map(({ name }) => name)).to.include('Late');
  });
});
