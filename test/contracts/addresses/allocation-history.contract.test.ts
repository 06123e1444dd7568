import { expect } from 'chai';
import fc from 'fast-check';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { lowestUnused, rangeOf } from '../../../domain/net/address-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { cidr, insertNetwork, newAddress } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { FollowedHistories } from '../support/followed-histories.js';

/** A subnet and the expected used addresses, as offsets from its first address. */
interface Modelled {
  readonly id: number;
  readonly network: Prefix;
  readonly used: Set<bigint>;
}

const addressAt = ({ network }: Modelled, offset: bigint): IpAddress => IpAddress.of(network.family, network.first + offset);

/** A step on one of two subnets, in the storage and in the model. */
type Action = (to: Repositories, here: Modelled, there: Modelled, first: bigint, last: bigint) => Promise<void>;

const insert: Action = async (to, here, _there, first) => {
  if (here.used.has(first)) return;
  await to.addresses.insert(newAddress(here.id, String(addressAt(here, first))));
  here.used.add(first);
};

const remove: Action = async (to, here, _there, first) => {
  const held = await to.addresses.findInSubnet(here.id, addressAt(here, first));
  expect(held !== undefined).to.equal(here.used.delete(first));
  if (held) await to.addresses.delete([held.id]);
};

const truncate: Action = async (to, here) => {
  await to.addresses.deleteAllIn(here.id);
  here.used.clear();
};

const move: Action = async (to, here, there, first, last) => {
  const moving = [...here.used].filter((offset) => offset >= first && offset <= last);
  if (moving.some((offset) => there.used.has(offset))) return;
  await to.addresses.moveRange(here.id, there.id, { first: addressAt(here, first), last: addressAt(here, last) });
  for (const offset of moving) here.used.delete(offset);
  for (const offset of moving) there.used.add(offset);
};

const undone = new Error('undone');

const insertInVain: Action = async (to, here, there, first) => {
  await insert(to, { ...here, used: new Set(here.used) }, there, first, first);
  throw undone;
};

const stepOf = (actions: readonly Action[]) =>
  fc.record({
    act: fc.constantFrom(...actions),
    ends: fc.tuple(fc.nat(15), fc.nat(15)),
    swap: fc.boolean(),
  });

describeContract('The lowest free address after any history', (storage) => {
  const moves = storage.has('reshape') ? [move] : [];
  const step = stepOf([insert, insert, insert, remove, ...moves, truncate, insertInVain]);
  const lowestFree = async ({ id, network }: Modelled): Promise<string> =>
    String((await storage.readers.addresses.lowestFree(id, 1, rangeOf(network)))[0]);

  const expectedLowest = (model: Modelled): string => {
    const used = [...model.used].sort((a, b) => Number(a - b)).map((offset) => addressAt(model, offset));
    return String(lowestUnused(rangeOf(model.network), used));
  };

  for (const network of [cidr('255.255.255.240/28'), cidr('2001:db8::/124')]) {
    const newModel = async (): Promise<Modelled> => ({
      id: await storage.write((to) => insertNetwork(to, String(network))),
      network,
      used: new Set(),
    });

    it(`equals the result of a linear search, in ${network}`, async () => {
      const followed = new FollowedHistories();
      const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const [a, b] = [await newModel(), await newModel()];
        for (const { act, ends, swap } of steps) {
          const [first, last] = [BigInt(Math.min(...ends)), BigInt(Math.max(...ends))];
          const work = storage.write((to) => act(to, swap ? b : a, swap ? a : b, first, last));
          await work.catch((error: unknown) => expect(error).to.equal(undone));
          for (const model of [a, b]) expect(await lowestFree(model)).to.equal(expectedLowest(model));
        }
        followed.note([a.id, b.id], steps);
      });
      await fc.assert(property, { numRuns: 15 });
      await followed.expectConsistent(storage);
    });
  }
});
