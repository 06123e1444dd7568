import { expect } from 'chai';
import { AddressChanges } from '../../../application/inventory/address-changes.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { type BatchOutcome, batchOf } from '../../../application/unit-of-work/batch.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { anyone } from '../support/application.js';
import { startInventory } from '../support/inventory.js';

describe('A change of an address during a concurrent change', () => {
  /** The outcome of a change that reads the address but does not get its lock. */
  async function outcomeUnlocked(mayPostpone: boolean): Promise<BatchOutcome<void> | undefined> {
    const { unitOfWork, network, addresses } = await startInventory();
    const subnetId = await network('10.0.0.0/24');
    const id = await addresses.create(anyone, { subnetId, ip: '10.0.0.1' });
    return unitOfWork.run(async (repositories) => {
      const changes = new AddressChanges(withoutLocked(repositories), () => formatTimestamp(new Date()));
      const request = { caller: anyone, id, input: { note: 'changed' } };
      const [outcome] = await changes.changeTogether({ ...batchOf(request), mayPostpone });
      expect((await repositories.addresses.find(id))?.note ?? null).to.equal(null);
      return outcome;
    });
  }

  const withoutLocked = (repositories: Repositories): Repositories => ({
    ...repositories,
    addresses: new Proxy(repositories.addresses, {
      get: (addresses, name) => {
        if (name === 'lockAll') return async () => [];
        const member: unknown = Reflect.get(addresses, name);
        return typeof member === 'function' ? member.bind(addresses) : member;
      },
    }),
  });

  it('is rejected, because the change requires the lock', async () => {
    const outcome = await outcomeUnlocked(false);
    const error = outcome && 'error' in outcome ? outcome.error : undefined;
    expect(error instanceof IpamError ? error.code : outcome).to.equal('address.unknown');
  });

  it('is postponed where other requests would wait for it', async () => {
    expect(await outcomeUnlocked(true)).to.deep.equal({ isPostponed: true });
  });
});
