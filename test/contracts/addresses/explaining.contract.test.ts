import { expect } from 'chai';
import fc from 'fast-check';
import { Explaining } from '../../../application/allocation/explaining.js';
import { findByCriteria, findSubnetByCriteria } from '../../../application/allocation/free-address-search.js';
import { internalCaller } from '../../../application/caller.js';
import type { AddressCriteria } from '../../../domain/allocation/address-criteria.js';
import type { Explanation } from '../../../domain/allocation/explanation.js';
import { IpamError } from '../../../domain/errors.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { Network } from '../../../domain/subnet/subnet.js';
import { cidr, insertNetwork, newAddress, newNetwork, newSection } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const now = new Date(Date.UTC(2024, 2, 1, 12, 0, 0));
const clock = { now: () => now };
const later = '2024-03-01 13:00:00';
const draw = () => 0n;

const states = ['free', 'free', 'used', 'reserved', 'held'] as const;
const content = { used: { tag: 2 }, reserved: { tag: 3 }, held: { tag: 3, heldUntil: later } } as const;

/** Each address of an explanation in its order, with its reason. */
const spelledOut = ({ ranges }: Explanation): [bigint, string][] =>
  ranges.flatMap(({ first, last, reason }) => {
    const length = Number(last.value - first.value) + 1;
    return Array.from({ length }, (_, place): [bigint, string] => [first.value + BigInt(place), reason]);
  });

/** The addresses of a /28 that a naive search skips, from the first one of the policy to the last allocated one. */
function passedOver(given: {
  readonly network: Prefix;
  readonly hosts: readonly (typeof states)[number][];
  readonly criteria: AddressCriteria;
  readonly taken: readonly bigint[];
}): [bigint, string][] {
  const { network, hosts, criteria, taken } = given;
  const isUp = criteria.policy === 'lowest';
  const end = isUp ? taken.at(-1) : taken[0];
  const isBehind = (value: bigint): boolean => end !== undefined && (isUp ? value > end : value < end);
  const ofFree = criteria.isContiguous ? 'tooSmall' : 'fits';
  const all = ['edge', ...hosts.map((state) => (state === 'free' ? ofFree : state)), 'edge'];
  const reasons = all.map((reason, place): [bigint, string] => [network.first + BigInt(place), reason]);
  return reasons.filter(([value]) => !taken.includes(value) && !isBehind(value));
}

const orNone = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (IpamError.is(error, 'allocation.noAddress', 'allocation.noSubnet')) return undefined;
    throw error;
  }
};

describeContract('Explanations', (storage) => {
  const explaining = () => new Explaining(storage.readers, clock);

  it('give the same reason for each skipped address as a naive search', async () => {
    const network = cidr('10.0.0.0/28');
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...states), { minLength: 14, maxLength: 14 }),
      fc.constantFrom('lowest', 'highest'),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      async (hosts, policy, count, isContiguous) => {
        const subnetId = await storage.write(async (to) => {
          const id = await insertNetwork(to, String(network));
          const sorted = hosts.flatMap((state, place) =>
            state === 'free' ? [] : [newAddress(id, `10.0.0.${place + 1}`, content[state])],
          );
          await to.subnets.lock(id, 'change');
          for (const values of sorted) await to.addresses.insert(values);
          return id;
        });
        const subnet = (await storage.readers.subnets.find(subnetId)) as Network;
        const criteria: AddressCriteria = { count, isContiguous, policy, quarantine: 0 };
        const facts = { subnet, hasChildren: false, hasRanges: false, now, draw };
        const taken = (await orNone<IpAddress[]>(findByCriteria(storage.readers, facts, criteria))) ?? [];
        const explanation = await explaining().addresses(internalCaller, subnetId, criteria, taken);
        const seen = spelledOut(explanation).sort(([a], [b]) => (a < b ? -1 : 1));
        expect(seen).to.deep.equal(passedOver({ network, hosts, criteria, taken: taken.map(({ value }) => value) }));
        expect(explanation.leftOff).to.equal(0n);
      },
    );
    await fc.assert(property, { numRuns: 15 });
  });

  it('report quarantined addresses, and the end of holds', async () => {
    const subnetId = await storage.write(async (to) => {
      const id = await insertNetwork(to, '10.0.0.0/29');
      await to.subnets.lock(id, 'change');
      const gone = await to.addresses.insert(newAddress(id, '10.0.0.1'));
      for (const [ip, heldUntil] of [
        ['10.0.0.2', '2024-03-01 12:30:00'],
        ['10.0.0.3', later],
      ] as const)
        await to.addresses.insert(newAddress(id, ip, { heldUntil, tag: 3 }));
      await to.addresses.delete([gone], '2024-03-01 11:59:00');
      return id;
    });
    const subnet = (await storage.readers.subnets.find(subnetId)) as Network;
    const criteria = { count: 1, isContiguous: false, policy: 'lowest', quarantine: 5 } as const;
    const taken = await findByCriteria(storage.readers, { subnet, hasChildren: false, hasRanges: false, now, draw }, criteria);
    const { ranges, leftOff } = await explaining().addresses(internalCaller, subnetId, criteria, taken);
    expect(taken.map(String)).to.deep.equal(['10.0.0.4']);
    expect(ranges.map(({ first, last, reason, until }) => [String(first), String(last), reason, until])).to.deep.equal([
      ['10.0.0.0', '10.0.0.0', 'edge', undefined],
      ['10.0.0.1', '10.0.0.1', 'quarantine', undefined],
      ['10.0.0.2', '10.0.0.3', 'held', later],
    ]);
    expect(leftOff).to.equal(0n);
  });

  it('contain a hundred ranges, and the number of remaining addresses', async () => {
    const subnetId = await storage.write(async (to) => {
      const id = await insertNetwork(to, '10.0.0.0/23');
      const subnet = await to.subnets.lock(id, 'change');
      const ip = (number: number) => `10.0.${number >> 8}.${number & 255}`;
      const values = Array.from({ length: 510 }, (_, place) => newAddress(id, ip(place + 1), { tag: place % 2 === 0 ? 2 : 3 }));
      if (subnet) await to.addresses.insertAll(subnet, values);
      return id;
    });
    const criteria = { count: 1, isContiguous: false, policy: 'highest', quarantine: 0 } as const;
    const { ranges, leftOff } = await explaining().addresses(internalCaller, subnetId, criteria, []);
    expect([ranges.length, String(ranges[0]?.first), String(ranges[1]?.first), leftOff]).to.deep.equal([
      100,
      '10.0.1.255',
      '10.0.1.254',
      412n,
    ]);
  });

  it('give the same reason for each skipped block of a network as a naive search', async () => {
    const network = cidr('10.0.0.0/24');
    const block = (place: number) => network.first + BigInt(place * 16);
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...states), { minLength: 16, maxLength: 16 }),
      fc.constantFrom('lowest', 'highest', 'best', 'sparse'),
      fc.integer({ min: 24, max: 28 }),
      async (blocks, policy, length) => {
        const masterId = await storage.write(async (to) => {
          const sectionId = await to.sections.insert(newSection());
          const id = await to.subnets.insert(newNetwork(sectionId, String(network)));
          await to.subnets.lock(id, 'change');
          for (const [place, state] of blocks.entries())
            if (state !== 'free')
              await to.subnets.insert(
                newNetwork(sectionId, `10.0.0.${place * 16}/28`, { masterSubnetId: id, ...content[state] }),
              );
          return id;
        });
        const master = (await storage.readers.subnets.find(masterId)) as Network;
        const criteria = { policy } as const;
        const taken = await orNone<Prefix>(findSubnetByCriteria(storage.readers.subnets, master, length, criteria, draw));
        const explanation = await explaining().networks(internalCaller, masterId, length, criteria, taken);
        const foundReasons = new Map(spelledOut(explanation));
        for (const [place, state] of blocks.entries()) {
          const value = block(place);
          const isBehind =
            taken && ((policy === 'lowest' && value > taken.last) || (policy === 'highest' && value + 15n < taken.first));
          if (isBehind || (taken && value >= taken.first && value <= taken.last)) expect(foundReasons.has(value)).to.equal(false);
          else if (state === 'free') expect(foundReasons.get(value)).to.be.oneOf(['tooSmall', 'unaligned', 'fits']);
          else expect(foundReasons.get(value)).to.equal(state);
        }
        if (!taken) expect([...foundReasons.values()]).not.to.include('fits');
        expect(explanation.leftOff).to.equal(0n);
      },
    );
    await fc.assert(property, { numRuns: 15 });
  });
});
