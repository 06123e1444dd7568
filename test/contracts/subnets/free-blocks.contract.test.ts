import { expect } from 'chai';
import fc from 'fast-check';
import { gapsBetween } from '../../../domain/allocation/free-prefixes.js';
import { type Gap, largestBlockLength } from '../../../domain/allocation/free-ranges.js';
import { blocksWithin } from '../../../domain/allocation/subnet-choice.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { cidr, insertNetwork } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const sorted = (gaps: readonly Gap[]): string[] => gaps.map(({ first, last }) => `${first} ${last}`).sort();

describeContract('The free blocks of a network', ['gaps'], (storage) => {
  const network = cidr('10.8.0.0/24');
  const children = fc.uniqueArray(fc.tuple(fc.nat(255), fc.integer({ min: 26, max: 32 })), { maxLength: 12 }).map((given) => {
    const apart: Prefix[] = [];
    for (const [offset, length] of given) {
      const next = Prefix.containing(IpAddress.of(4, network.first + BigInt(offset)), length);
      if (!apart.some((other) => other.overlaps(next))) apart.push(next);
    }
    return apart;
  });
  const looks = fc.record({
    first: fc.nat(255),
    more: fc.nat(255),
    length: fc.integer({ min: 24, max: 32 }),
    end: fc.constantFrom('first' as const, 'last' as const),
    perSize: fc.integer({ min: 1, max: 3 }),
  });

  it('are the first or the last ones of each size in a range', async () => {
    await fc.assert(
      fc.asyncProperty(children, fc.array(looks, { minLength: 4, maxLength: 6 }), async (given, wanted) => {
        const id = await storage.write(async (to) => {
          const master = await insertNetwork(to, String(network));
          await to.subnets.lock(master, 'change');
          for (const child of given) await insertNetwork(to, String(child), { masterSubnetId: master });
          return master;
        });
        const gaps = [
          ...gapsBetween(
            network,
            given.toSorted((a, b) => a.compare(b)),
          ),
        ];
        for (const { first, more, ...look } of wanted) {
          const offsets = [first, Math.min(255, first + more)].map((offset) => network.first + BigInt(offset));
          const range = { first: offsets[0] ?? 0n, last: offsets[1] ?? 0n };
          const expected: Gap[] = [];
          for (let size = 24; size <= look.length; size++) {
            const within = gaps.filter(
              (gap) => largestBlockLength(gap, 4) === size && gap.last >= range.first && gap.first <= range.last,
            );
            expected.push(...(look.end === 'first' ? within.slice(0, look.perSize) : within.slice(-look.perSize)));
          }
          const found = await storage.readers.subnets.freeBlocks({ id, prefix: network }, { ...look, range });
          expect(sorted(found)).to.deep.equal(sorted(blocksWithin(expected, { range })));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('do not exist for a length that does not fit, and are the whole network if it has no child', async () => {
    const id = await storage.write((to) => insertNetwork(to, '10.8.0.0/24'));
    const look = { range: { first: network.first, last: network.last }, end: 'first' as const, perSize: 3 };
    const of = (length: number) => storage.readers.subnets.freeBlocks({ id, prefix: network }, { ...look, length });
    expect(await of(23)).to.deep.equal([]);
    expect(await of(33)).to.deep.equal([]);
    expect(sorted(await of(30))).to.deep.equal([`${network.first} ${network.last}`]);
  });
});
