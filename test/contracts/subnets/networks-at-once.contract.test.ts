import { expect } from 'chai';
import fc from 'fast-check';
import { type AllocatedSubnet, SubnetBatch } from '../../../application/allocation/subnet-batch.js';
import { internalCaller } from '../../../application/caller.js';
import { batchOf, type Outcome } from '../../../application/unit-of-work/batch.js';
import { freePrefixes } from '../../../domain/allocation/free-prefixes.js';
import type { End } from '../../../domain/allocation/free-ranges.js';
import { IpamError } from '../../../domain/errors.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';
import { cidr, insertNetwork } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { callerWithoutAccess } from '../support/outcomes.js';

/** The prefix, or the code of the error. */
const shown = (outcome: Outcome<AllocatedSubnet> | undefined): string => {
  if (outcome && 'result' in outcome) return String(outcome.result.prefix);
  return outcome?.error instanceof IpamError ? outcome.error.code : String(outcome?.error);
};

function expectedOf(kind: string, free: Prefix | undefined): string {
  if (kind === 'denied') return 'subnet.unknown';
  if (!free) return 'allocation.noSubnet';
  return kind === 'invalid' ? 'field.reference' : String(free);
}

describeContract('Free networks allocated at once', (storage) => {
  const now = () => '2030-01-01 00:00:00';
  const draw = () => 0n;

  for (const [title, network, lengths] of [
    ['IPv4', cidr('10.8.0.0/24'), { min: 26, max: 32 }],
    ['IPv6', cidr('2001:db8::/120'), { min: 122, max: 128 }],
  ] as const) {
    const childAt = (offset: number, length: number): Prefix =>
      Prefix.containing(IpAddress.of(network.family, network.first + BigInt(offset)), length);
    const apart = fc
      .uniqueArray(fc.tuple(fc.nat(255), fc.integer(lengths)), { maxLength: 10 })
      .map((given) =>
        given
          .map(([offset, length]) => childAt(offset, length))
          .filter((prefix, index, all) => !all.slice(0, index).some((other) => other.overlaps(prefix))),
      );
    const freeAt = (used: readonly Prefix[], length: number, end: End): Prefix | undefined => {
      const sorted = used.toSorted((a, b) => a.compare(b));
      return [...freePrefixes(network, sorted, length)].at(end === 'first' ? 0 : -1);
    };
    /** Each batch has a length, an end and its requests. */
    const batches = fc.array(
      fc.record({
        length: fc.integer({ min: lengths.min - 1, max: lengths.max }),
        end: fc.constantFrom('first' as const, 'last' as const),
        requests: fc.array(fc.constantFrom('valid', 'valid', 'valid', 'invalid', 'denied', 'other length'), {
          minLength: 1,
          maxLength: 12,
        }),
      }),
      { minLength: 1, maxLength: 4 },
    );

    it(`of ${title} are the same as for sequential requests`, async () => {
      await fc.assert(
        fc.asyncProperty(apart, batches, async (given, wanted) => {
          const { id, sectionId } = await storage.write(async (to) => {
            const master = await insertNetwork(to, String(network));
            await to.subnets.lock(master, 'change');
            for (const child of given) await insertNetwork(to, String(child), { masterSubnetId: master });
            return { id: master, sectionId: (await to.subnets.find(master))?.sectionId ?? 0 };
          });
          const used = [...given];
          for (const { length, end, requests } of wanted) {
            const all = requests.map((request) => ({
              ...{ end, length: request === 'other length' ? Math.min(length + 1, lengths.max) : length },
              caller: request === 'denied' ? callerWithoutAccess : internalCaller,
              input: request === 'invalid' ? { sectionId, vlanId: 987654 } : { sectionId, description: request },
            }));
            const [first, ...others] = all as [(typeof all)[0], ...typeof all];
            const outcomes = await storage.write((to) => new SubnetBatch(to, now, draw).allocate(id, batchOf(first, ...others)));
            for (const [index, kind] of requests.entries()) {
              const expected = expectedOf(kind, freeAt(used, all[index]?.length ?? length, end));
              expect(shown(outcomes[index])).to.equal(expected);
              if (expected.includes('/')) used.push(cidr(expected));
            }
          }
          const listed = await collect(storage.readers.subnets.list({ masterSubnetId: id, order: { by: 'network' } }));
          expect(listed.map(({ subnet }) => String(subnet.prefix))).to.deep.equal(
            used.toSorted((a, b) => a.compare(b)).map(String),
          );
          const lowest = await storage.readers.subnets.freePrefix({ id, prefix: network }, lengths.max, 'first');
          expect(String(lowest)).to.equal(String(freeAt(used, lengths.max, 'first')));
        }),
        { numRuns: 25 },
      );
    });
  }
});
