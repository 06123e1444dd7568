import { expect } from 'chai';
import { openDatabase } from '../../../adapters/knex/index.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import { insertNetwork, newAddress } from '../../contracts/support/builders.js';
import { onPostgres } from './fresh-database.js';

describe('Ids of new addresses', () => {
  /** Runs a test on a database with two networks and a function that inserts addresses. */
  const onNetworks = (test: (world: Awaited<ReturnType<typeof worldOf>>) => Promise<void>): Promise<void> =>
    onPostgres(async (url) => {
      const world = await worldOf(url);
      await test(world).finally(() => world.database.close());
    });

  async function worldOf(url: string) {
    const database = await openDatabase({ url });
    const { unitOfWork } = database;
    const networks = await unitOfWork.run(async (to) => [
      await insertNetwork(to, '10.0.0.0/24'),
      await insertNetwork(to, '10.0.1.0/24'),
    ]);
    let last = 0;
    /** @param inside runs before the commit */
    const insert = (network: number, inside = async (_id: number): Promise<void> => undefined): Promise<number> =>
      unitOfWork.run(async ({ addresses }) => {
        const id = await addresses.insert(newAddress(networks[network] as number, `10.0.${network}.${++last}`));
        await inside(id);
        return id;
      });
    return { database, insert };
  }

  it('come from the block that an earlier committed unit of work fetched', () =>
    onNetworks(async ({ insert }) => {
      const first = await insert(0);
      expect([await insert(1), await insert(0)]).to.deep.equal([first + 1, first + 2]);
    }));

  /** After a failed commit the database returns the same ids again, perhaps to another process. */
  it('belong to the unit of work that fetched them until it commits, and are discarded when it fails', () =>
    onNetworks(async ({ insert }) => {
      let failed = 0;
      const meanwhile: number[] = [];
      const failure = new Error('not kept');
      const work = insert(0, async (id) => {
        failed = id;
        meanwhile.push(await insert(1));
        throw failure;
      });
      expect(await work.catch((error: unknown) => error)).to.equal(failure);
      const later = [...meanwhile, await insert(0)];
      expect(later.filter((id) => id - failed < 64)).to.deep.equal([]);
    }));

  it('are fetched anew after a storage failure, since another database may have replaced it', () =>
    onNetworks(async ({ insert }) => {
      const first = await insert(0);
      const failure = new StorageError('the database has gone', 'unavailable');
      await insert(0, () => Promise.reject(failure)).catch(() => undefined);
      expect(await insert(0)).to.be.above(first + 60);
    }));
});
