import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { newAddress, newNetwork, newSection } from '../../contracts/support/builders.js';

describe('A database in memory that checks locks', () => {
  const { unitOfWork } = createMemoryDatabase(undefined, { checksLocks: true });
  let ids: { readonly section: number; readonly master: number; readonly child: number; readonly address: number };

  before(async () => {
    ids = await unitOfWork.run(async ({ sections, subnets, addresses }) => {
      const section = await sections.insert(newSection({ name: 'Section' }));
      const master = await subnets.insert(newNetwork(section, '10.0.0.0/8'));
      const child = await subnets.insert(newNetwork(section, '10.0.0.0/24', { masterSubnetId: master }));
      return { section, master, child, address: await addresses.insert(newAddress(child, '10.0.0.1')) };
    });
  });

  const outcomeOf = (work: (to: Repositories) => Promise<unknown>): Promise<string> =>
    unitOfWork
      .run(async (to) => {
        await work(to);
        throw new Error('undone');
      })
      .catch((error: Error) => error.message);

  const writes: Record<string, { lock: () => number; write: (to: Repositories) => Promise<unknown> }> = {
    'an address to be added': { lock: () => ids.child, write: (to) => to.addresses.insert(newAddress(ids.child, '10.0.0.2')) },
    'an address to be deleted': { lock: () => ids.child, write: (to) => to.addresses.delete(ids.address) },
    'addresses to be deleted': { lock: () => ids.child, write: (to) => to.addresses.deleteAllIn(ids.child) },
    'a child to be added': {
      lock: () => ids.master,
      write: (to) => to.subnets.insert(newNetwork(ids.section, '10.1.0.0/24', { masterSubnetId: ids.master })),
    },
    'a child to be deleted': { lock: () => ids.master, write: (to) => to.subnets.delete(ids.child) },
    'a child to be moved away': {
      lock: () => ids.master,
      write: (to) => to.subnets.update(ids.child, { masterSubnetId: null }),
    },
  };
  for (const [what, { lock, write }] of Object.entries(writes)) {
    it(`lets ${what} only where the subnet is locked`, async () => {
      expect(await outcomeOf(write)).to.equal(`subnet ${lock()} is written to, or below it, without being locked`);
      const locked = await outcomeOf(async (to) => {
        await to.subnets.lock(lock(), 'change');
        await write(to);
      });
      expect(locked).to.equal('undone');
    });
  }
});
