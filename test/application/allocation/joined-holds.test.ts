import { expect } from 'chai';
import { AddressBatch } from '../../../application/allocation/address-batch.js';
import { SubnetBatch } from '../../../application/allocation/subnet-batch.js';
import { NewAddresses } from '../../../application/inventory/new-addresses.js';
import { NewChildren } from '../../../application/inventory/new-children.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { type Batch, resultOf } from '../../../application/unit-of-work/batch.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { anyone } from '../support/application.js';
import { startInventory } from '../support/inventory.js';

describe('The hold of a request that joins a running unit of work', () => {
  let now: Date;
  const clock = { now: () => now };
  const formatNow = () => formatTimestamp(now);
  const draw = () => 0n;
  /** A request that arrives 30 seconds after the start of the unit of work. */
  const late = <Request>(request: Request): Batch<Request> => ({
    max: 1,
    first: request,
    mayPostpone: false,
    requests: async () => {
      now = new Date(now.getTime() + 30_000);
      return [request];
    },
  });
  const input = { hold: 60 };

  const ways: Record<string, (given: Repositories, place: { subnetId: number; sectionId: number }) => Promise<number>> = {
    'of a free address': async (repositories, { subnetId }) => {
      const batch = new AddressBatch(repositories, { clock, draw, yieldToEventLoop: async () => {} });
      const made = resultOf(await batch.allocate(subnetId, late({ caller: anyone, input })));
      return 'id' in made ? made.id : 0;
    },
    'of a named address': async (repositories, { subnetId }) => {
      const creation = { caller: anyone, input: { subnetId, ip: '10.0.0.9', ...input } };
      return resultOf(await new NewAddresses(repositories, formatNow).createIn(subnetId, late(creation)));
    },
    'of a free network': async (repositories, { subnetId }) => {
      const request = { caller: anyone, length: 28, end: 'first', input } as const;
      return resultOf(await new SubnetBatch(repositories, formatNow, draw).allocate(subnetId, late(request))).id;
    },
    'of a named network': async (repositories, { subnetId, sectionId }) => {
      const creation = {
        caller: anyone,
        prefix: Prefix.parse('10.0.0.64/28'),
        input: { sectionId, masterSubnetId: subnetId, ...input },
      };
      return resultOf(await new NewChildren(repositories, formatNow).createBelow(subnetId, late(creation))).id;
    },
  };

  for (const [way, take] of Object.entries(ways)) {
    it(`${way} lasts from the arrival of the request`, async () => {
      now = new Date(Date.UTC(2026, 2, 1, 12, 0, 0));
      const { unitOfWork, readers, sectionId, network } = await startInventory();
      const subnetId = await network('10.0.0.0/24');
      const id = await unitOfWork.run((repositories) => take(repositories, { subnetId, sectionId }));
      const made = way.endsWith('address') ? await readers.addresses.find(id) : await readers.subnets.find(id);
      expect(made?.heldUntil).to.equal('2026-03-01 12:01:31');
    });
  }
});
