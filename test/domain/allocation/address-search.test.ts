import { expect } from 'chai';
import fc from 'fast-check';
import type { Draw } from '../../../domain/allocation/address-choice.js';
import {
  type AddressCriteria,
  addressPolicies,
  defaultAddressCriteria,
  readAddressCriteria,
} from '../../../domain/allocation/address-criteria.js';
import { AddressSearch, type GapQuery, gapsWithin } from '../../../domain/allocation/address-search.js';
import { runsOf } from '../../../domain/allocation/free-ranges.js';
import { IpAddress } from '../../../domain/net/ip-address.js';

const ip = (value: number): IpAddress => IpAddress.of(4, BigInt(value));

/** Free addresses as numbers. Some of them are in quarantine. */
interface Space {
  readonly size: number;
  readonly free: ReadonlySet<number>;
  readonly quiet: ReadonlySet<number>;
  /** Number of quarantined addresses in one answer. */
  readonly freedAtOnce: number;
}

/** The answer of a space to a gap query. */
function looked({ free, quiet, freedAtOnce }: Space, look: GapQuery): Parameters<AddressSearch['add']> {
  const all = runsOf([...free].sort((a, b) => a - b).map(BigInt));
  const up = gapsWithin(all, look);
  const gaps = (look.order === 'ascending' ? up : up.toReversed()).slice(0, look.max);
  const within = [...quiet].map(BigInt).filter((value) => gaps.some(({ first, last }) => first <= value && value <= last));
  const sorted = within.sort((a, b) => (look.order === 'ascending' ? Number(a - b) : Number(b - a)));
  return [look, gaps, sorted.slice(0, freedAtOnce), sorted.length > freedAtOnce];
}

function find(space: Space, criteria: AddressCriteria, draw: Draw): number[] | undefined {
  const search = new AddressSearch(criteria, { first: ip(0), last: ip(space.size - 1) }, draw);
  for (let { query } = search, looks = 0; query; query = search.query) {
    expect(++looks, 'looks').to.be.lessThan(2 * space.size + 3);
    search.add(...looked(space, query));
  }
  return search.found?.map(({ value }) => Number(value));
}

/** Reference model: tries each address in order. */
function naive({ size, free, quiet }: Space, { count, isContiguous, policy }: AddressCriteria): number[] | undefined {
  const numbers = Array.from({ length: size }, (_, value) => value);
  const isFree = (value: number): boolean => free.has(value) && !quiet.has(value);
  const candidates = isContiguous
    ? numbers.map((first) => numbers.slice(first, first + count)).filter((run) => run.length === count && run.every(isFree))
    : [policy === 'highest' ? numbers.filter(isFree).slice(-count) : numbers.filter(isFree).slice(0, count)];
  const chosen = policy === 'highest' ? candidates.at(-1) : candidates[0];
  return chosen?.length === count ? chosen : undefined;
}

const spaces = (size: number): fc.Arbitrary<Space> =>
  fc.record({
    size: fc.constant(size),
    free: fc.uniqueArray(fc.nat(size - 1), { maxLength: size }).map((values) => new Set(values)),
    quiet: fc.uniqueArray(fc.nat(size - 1), { maxLength: size / 2 }).map((values) => new Set(values)),
    freedAtOnce: fc.integer({ min: 1, max: 5 }),
  });

const criteriaOfTests = fc.record({
  count: fc.integer({ min: 1, max: 12 }),
  isContiguous: fc.boolean(),
  policy: fc.constantFrom(...addressPolicies),
  quarantine: fc.constant(1),
});

/** A deterministic draw from the given numbers. */
const drawing = (numbers: readonly number[]): Draw => {
  let place = 0;
  return (limit) => BigInt(numbers[place++ % numbers.length] ?? 0) % limit;
};

describe('A search for free addresses', () => {
  it('finds the same addresses as a linear search, and draws only free ones', () => {
    const drawn = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(spaces(48), criteriaOfTests, drawn, (space, criteria, numbers) => {
        const [found, expected] = [find(space, criteria, drawing(numbers)), naive(space, criteria)];
        if (criteria.policy !== 'random') expect(found).to.deep.equal(expected);
        expect(found === undefined).to.equal(expected === undefined);
        if (!found || criteria.policy !== 'random') return;
        expect(new Set(found).size).to.equal(criteria.count);
        expect(found).to.deep.equal(found.toSorted((a, b) => a - b));
        for (const value of found) expect(space.free.has(value) && !space.quiet.has(value)).to.equal(true);
        if (criteria.isContiguous) expect((found.at(-1) ?? 0) - (found[0] ?? 0)).to.equal(criteria.count - 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('draws each free address equally often, independent of the gaps', () => {
    const free = new Set([0, 1, 2, 3, 10, 20, 21, 47]);
    const space = { size: 48, free, quiet: new Set<number>(), freedAtOnce: 5 };
    const counts = new Map<number, number>();
    for (let start = 0; start < 48; start++) {
      for (let offset = 0; offset < 8; offset++) {
        const [found = -1] = find(space, { ...defaultAddressCriteria, policy: 'random' }, drawing([start, offset])) ?? [];
        counts.set(found, (counts.get(found) ?? 0) + 1);
      }
    }
    expect([...counts].sort(([a], [b]) => a - b)).to.deep.equal([...free].map((value) => [value, 48]));
  });

  it('draws in a network with many gaps from the part that follows a random position', () => {
    const free = new Set(Array.from({ length: 5000 }, (_, place) => 2 * place));
    const space = { size: 10_000, free, quiet: new Set<number>(), freedAtOnce: 5 };
    const found = [0, 5000, 9998].map(
      (start) => find(space, { ...defaultAddressCriteria, policy: 'random' }, drawing([start, 100]))?.[0],
    );
    expect(found).to.deep.equal([200, 5200, 200]);
  });

  it('needs one query for thousands of addresses in an empty network, contiguous or not', () => {
    const range = { first: IpAddress.parse('2001:db8::'), last: IpAddress.parse('2001:db8::ffff:ffff:ffff:ffff') };
    for (const isContiguous of [false, true]) {
      for (const policy of addressPolicies) {
        const search = new AddressSearch({ ...defaultAddressCriteria, count: 4096, isContiguous, policy }, range, () => 0n);
        const { query } = search;
        if (!query) throw new Error('nothing to look at');
        search.add(query, [{ first: range.first.value, last: range.last.value }]);
        expect([search.query, search.found?.length]).to.deep.equal([undefined, 4096]);
      }
    }
  });
});

describe('Allocation criteria of addresses', () => {
  it('default to the one lowest address', () => {
    expect(readAddressCriteria({})).to.deep.equal({
      ...defaultAddressCriteria,
      ...{ from: undefined, to: undefined, range: undefined },
    });
    expect(readAddressCriteria({ count: '', policy: '', from: '', quarantine: null })).to.deep.equal(readAddressCriteria({}));
  });

  for (const [input, code] of [
    [{ count: 0 }, 'field.range'],
    [{ count: 4097 }, 'field.range'],
    [{ count: 'many' }, 'field.type'],
    [{ quarantine: 10_081 }, 'field.range'],
    [{ quarantine: -1 }, 'field.range'],
    [{ policy: 'best' }, 'field.type'],
    [{ from: '10.0.0' }, 'field.type'],
    [{ contiguous: 'maybe' }, 'field.type'],
    [{ size: 1 }, 'field.unknown'],
  ] as const)
    it(`are refused: ${JSON.stringify(input)}`, () => {
      expect(() => readAddressCriteria(input))
        .to.throw()
        .with.property('code', code);
    });
});
