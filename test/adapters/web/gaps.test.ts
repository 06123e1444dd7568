import { expect } from 'chai';
import fc from 'fast-check';
import { consolePart } from './support/console-parts.js';

interface Prefix {
  readonly subnet: string;
  readonly mask: number;
}

interface Interval {
  readonly first: bigint;
  readonly last: bigint;
}

interface Gaps {
  readonly gapsIn: (parent: Prefix, networks: readonly Prefix[]) => readonly Interval[];
  readonly gapText: (gap: Interval) => string;
  readonly firstNetworkIn: (gap: Interval, preferred: number) => string;
  readonly intervalOf: (prefix: Prefix) => Interval;
  readonly sizeOf: (interval: Interval) => bigint;
}

const parent = { subnet: '10.0.0.0', mask: 16 };

/** Networks inside of the parent, of any length, overlapping or not. */
const networks = fc.array(
  fc.tuple(fc.integer({ min: 17, max: 32 }), fc.integer({ min: 0, max: 65_535 })).map(([mask, offset]): Prefix => {
    const size = 2 ** (32 - mask);
    const first = offset - (offset % size);
    return { subnet: `10.0.${first >> 8}.${first & 255}`, mask };
  }),
  { maxLength: 12 },
);

describe('The free space between networks', () => {
  let part: Gaps;

  before(async () => {
    part = await consolePart<Gaps>('values/gaps.ts');
  });

  it('consists of the ranges that no network covers', () => {
    const gaps = part.gapsIn(parent, [
      { subnet: '10.0.2.0', mask: 24 },
      { subnet: '10.0.0.0', mask: 24 },
    ]);
    expect(gaps.map(part.gapText)).to.deep.equal(['10.0.1.0 – 10.0.1.255', '10.0.3.0 – 10.0.255.255']);
    expect(part.gapsIn({ subnet: '2001:db8::', mask: 32 }, []).map(part.gapText)).to.deep.equal([
      '2001:db8:: – 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    ]);
    expect(part.gapsIn(parent, [parent])).to.deep.equal([]);
  });

  it('covers every address of the parent once, together with the networks', () => {
    fc.assert(
      fc.property(networks, (given) => {
        const gaps = part.gapsIn(parent, given);
        const covered = new Set<bigint>();
        for (const { first, last } of given.map(part.intervalOf)) for (let ip = first; ip <= last; ip++) covered.add(ip);
        const free = gaps.reduce((sum, gap) => sum + part.sizeOf(gap), 0n);
        expect(free + BigInt(covered.size)).to.equal(65_536n);
        expect(gaps.every(({ first, last }) => !covered.has(first) && !covered.has(last))).to.equal(true);
      }),
    );
  });

  it('begins with a network of the preferred length, or with the largest one that fits', () => {
    const [gap, rest] = part.gapsIn(parent, [
      { subnet: '10.0.0.0', mask: 25 },
      { subnet: '10.0.1.0', mask: 24 },
    ]);
    expect(gap && part.firstNetworkIn(gap, 24)).to.equal('10.0.0.128/25');
    expect(gap && part.firstNetworkIn(gap, 28)).to.equal('10.0.0.128/28');
    expect(rest && part.firstNetworkIn(rest, 24)).to.equal('10.0.2.0/24');
    expect(rest && part.firstNetworkIn(rest, 8)).to.equal('10.0.2.0/23');
  });

  it('begins with a network inside of it', () => {
    fc.assert(
      fc.property(networks, fc.integer({ min: 8, max: 32 }), (given, length) => {
        for (const gap of part.gapsIn(parent, given)) {
          const [subnet = '', mask] = part.firstNetworkIn(gap, length).split('/');
          const { first, last } = part.intervalOf({ subnet, mask: Number(mask) });
          expect(first).to.equal(gap.first);
          expect(last <= gap.last).to.equal(true);
        }
      }),
    );
  });
});
