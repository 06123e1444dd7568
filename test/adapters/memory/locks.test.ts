import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { defaultSettings } from '../../../domain/access/settings.js';
import { noAttempts } from '../../../domain/access/sign-in-block.js';
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
    'an address to be deleted': { lock: () => ids.child, write: (to) => to.addresses.delete([ids.address]) },
    'addresses to be deleted': { lock: () => ids.child, write: (to) => to.addresses.deleteAllIn(ids.child) },
    'a child to be added': {
      lock: () => ids.master,
      write: (to) => to.subnets.insert(newNetwork(ids.section, '10.1.0.0/24', { masterSubnetId: ids.master })),
    },
    'a child to be deleted': { lock: () => ids.master, write: (to) => to.subnets.delete(ids.child) },
    'the gateway flag to be cleared': {
      lock: () => ids.child,
      write: (to) => to.addresses.clearGateways(ids.child, null, '2024-03-01 12:00:00'),
    },
    'a child to be moved away': {
      lock: () => ids.master,
      write: (to) => to.subnets.update(ids.child, { masterSubnetId: null }),
    },
  };
  for (const [what, { lock, write }] of Object.entries(writes)) {
    it(`allows ${what} only if the subnet is locked`, async () => {
      expect(await outcomeOf(write)).to.equal(`subnet ${lock()}, or a record below it, is written without a lock`);
      const locked = await outcomeOf(async (to) => {
        await to.subnets.lock(lock(), 'change');
        await write(to);
      });
      expect(locked).to.equal('undone');
    });
  }

  const field = { on: 'subnets', name: 'custom_x', type: 'bool', nullable: true, default: null, comment: '' } as const;
  const named: Record<
    string,
    { what: string; lock: (to: Repositories) => Promise<unknown>; write: (to: Repositories) => Promise<unknown> }
  > = {
    'a definition to be saved': {
      what: 'the definitions of custom fields',
      lock: (to) => to.customFields.lock(),
      write: (to) => to.customFields.save(field),
    },
    'a definition to be deleted': {
      what: 'the definitions of custom fields',
      lock: (to) => to.customFields.lock(),
      write: (to) => to.customFields.delete('subnets', 'custom_x'),
    },
    'values of a custom field to be written': {
      what: 'the definitions of custom fields',
      lock: (to) => to.customFields.lock(),
      write: (to) => to.customValues.fill('subnets', 'custom_x', true),
    },
    'settings to be written': {
      what: 'the settings',
      lock: (to) => to.settings.lock(),
      write: (to) => to.settings.write(defaultSettings),
    },
    'attempts to sign in to be counted': {
      what: 'the attempts of name ab',
      lock: (to) => to.signInAttempts.lock('name ab'),
      write: (to) => to.signInAttempts.save('name ab', noAttempts, undefined),
    },
  };
  for (const [written, { what, lock, write }] of Object.entries(named)) {
    it(`allows ${written} only with the lock`, async () => {
      expect(await outcomeOf(write)).to.equal(`${what}, or a record below it, is written without a lock`);
      const locked = await outcomeOf(async (to) => {
        await lock(to);
        await write(to);
      });
      expect(locked).to.equal('undone');
    });
  }

  it('allows subnets to be locked only by ascending id, and after sections; again at any time', async () => {
    const lockAll = (...rows: readonly (readonly ['sections' | 'subnets', number])[]) =>
      outcomeOf(async (to) => {
        for (const [sort, id] of rows) await to[sort].lock(id, 'change');
      });
    const { section, master, child } = ids;
    expect(await lockAll(['sections', section], ['subnets', master], ['subnets', child], ['sections', section])).to.equal(
      'undone',
    );
    expect(await lockAll(['subnets', child], ['subnets', master])).to.equal(`subnet ${master} is locked after subnet ${child}`);
    expect(await lockAll(['subnets', master], ['sections', section])).to.equal(
      `section ${section} is locked after subnet ${master}`,
    );
  });

  it('checks nothing by default', async () => {
    const { unitOfWork: unchecked } = createMemoryDatabase();
    await unchecked.run(({ settings }) => settings.write(defaultSettings));
  });
});
