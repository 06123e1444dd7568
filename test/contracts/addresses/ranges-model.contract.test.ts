import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { RandomTokenSource, systemClock, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { internalCaller as caller } from '../../../application/caller.js';
import { type Application, createApplication } from '../../../application/index.js';
import { type AddressCriteria, defaultAddressCriteria } from '../../../domain/allocation/address-criteria.js';
import { type ErrorCode, IpamError } from '../../../domain/errors.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { NotingHasher } from '../../application/support/administration.js';
import { collect } from '../../support/collect.js';
import { type OpenStorage, storageVariants } from '../../support/databases/storage-variants.js';
import { uniqueWord } from '../support/builders.js';

/** The number of histories, by name of the storage. */
const runs: Readonly<Record<string, number>> = { memory: 60, PGlite: 8, PostgreSQL: 14 };

const longest = 60_000;

type Allocation = 'never' | 'named' | 'first';

interface ModelRange {
  readonly id: number;
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly allocation: Allocation;
}

interface Step {
  readonly do: 'add range' | 'change range' | 'delete range' | 'allocate' | 'allocate many' | 'add' | 'delete' | 'truncate';
  readonly at: number;
  readonly size: number;
  readonly allocation: Allocation;
  readonly policy: AddressCriteria['policy'];
  readonly isContiguous: boolean;
  readonly isNamed: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    { weight: 6, arbitrary: fc.constant('add range' as const) },
    { weight: 2, arbitrary: fc.constant('change range' as const) },
    { weight: 2, arbitrary: fc.constant('delete range' as const) },
    { weight: 5, arbitrary: fc.constant('allocate' as const) },
    { weight: 5, arbitrary: fc.constant('allocate many' as const) },
    { weight: 4, arbitrary: fc.constant('add' as const) },
    { weight: 5, arbitrary: fc.constant('delete' as const) },
    { weight: 1, arbitrary: fc.constant('truncate' as const) },
  ),
  at: fc.nat({ max: 63 }),
  size: fc.nat({ max: 12 }),
  allocation: fc.constantFrom('never', 'named', 'first'),
  policy: fc.constantFrom('lowest', 'highest'),
  isContiguous: fc.boolean(),
  isNamed: fc.boolean(),
});

const networks = ['10.0.0.0/26', '0.0.0.0/26', '255.255.255.192/26', '2001:db8::/122', '::/122'] as const;

const history = fc.noBias(
  fc.record({
    network: fc.constantFrom(...networks),
    isPool: fc.boolean(),
    steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
  }),
);

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** The ranges of a network and its addresses, as offsets from the first one. Plain lists with linear search. */
class World {
  readonly #application: Application;
  readonly #prefix: Prefix;
  readonly #isPool: boolean;
  readonly subnetId: number;
  #ranges: ModelRange[] = [];
  readonly #used = new Map<number, number>();
  #count = 0;

  constructor(application: Application, prefix: Prefix, isPool: boolean, subnetId: number) {
    this.#application = application;
    this.#prefix = prefix;
    this.#isPool = isPool;
    this.subnetId = subnetId;
  }

  async follow(given: Step): Promise<void> {
    switch (given.do) {
      case 'add range':
        return this.#addRange(given);
      case 'change range':
        return this.#changeRange(given);
      case 'delete range':
        return this.#deleteRange(given);
      case 'allocate':
        return this.#allocate();
      case 'allocate many':
        return this.#allocateMany(given);
      case 'add':
        return this.#add(given.at);
      case 'delete':
        return this.#delete(given.at);
      default: {
        await this.#application.subnets.truncate(caller, this.subnetId);
        this.#used.clear();
      }
    }
  }

  /** Compares the next address of the subnet and of each range, and the usage of the ranges, with the model. */
  async compare(): Promise<void> {
    const { allocation } = this.#application;
    const [next] = this.#free(undefined);
    const found = await outcomeOf(allocation.findFreeAddress(caller, this.subnetId));
    expect(found, 'next').to.equal(next === undefined ? 'allocation.noAddress' : this.#text(next));
    for (const range of this.#ranges) {
      const criteria = { ...defaultAddressCriteria, range: range.name };
      const [own] = this.#free(range);
      const expected =
        range.allocation === 'never' ? 'range.never' : own === undefined ? 'allocation.noAddress' : this.#text(own);
      expect(await outcomeOf(allocation.findFreeAddresses(caller, this.subnetId, criteria)), range.name).to.equal(expected);
    }
    const usage = await this.#application.ranges.usage(caller, this.subnetId);
    const usedIn = ({ first, last }: ModelRange) => [...this.#used.keys()].filter((at) => at >= first && at <= last).length;
    const ordered = this.#ranges.toSorted((a, b) => a.first - b.first);
    expect(usage.map(({ range, used }) => [range.id, used])).to.deep.equal(ordered.map((range) => [range.id, usedIn(range)]));
  }

  async #addRange({ at, size, allocation }: Step): Promise<void> {
    const [first, last, name] = [at, at + size, `range ${++this.#count}`];
    if (this.#isBeyondFamily(last)) return;
    const ends = { first: this.#text(first), last: this.#text(last) };
    const made = await outcomeOf(
      this.#application.catalog.create(caller, 'range', { subnetId: this.subnetId, name, ...ends, allocation }),
    );
    const mistake = this.#mistake(first, last);
    if (mistake) expect(made).to.equal(mistake);
    else this.#ranges.push({ id: Number(made), name, first, last, allocation });
  }

  async #changeRange({ at, size, allocation }: Step): Promise<void> {
    const range = this.#ranges[at % Math.max(1, this.#ranges.length)];
    if (!range) return;
    const last = range.first + size;
    if (this.#isBeyondFamily(last)) return;
    const changed = await outcomeOf(
      this.#application.catalog.change(caller, 'range', range.id, { last: this.#text(last), allocation }),
    );
    const mistake = this.#mistake(range.first, last, range.id);
    expect(changed).to.equal(mistake ?? 'undefined');
    if (!mistake) this.#ranges = this.#ranges.map((each) => (each.id === range.id ? { ...each, last, allocation } : each));
  }

  async #deleteRange({ at }: Step): Promise<void> {
    const range = this.#ranges[at % Math.max(1, this.#ranges.length)];
    if (!range) return;
    await this.#application.catalog.delete(caller, 'range', range.id);
    this.#ranges = this.#ranges.filter(({ id }) => id !== range.id);
  }

  #isBeyondFamily(at: number): boolean {
    return at > 63 && this.#prefix.lastAddress.plus(1n) === undefined;
  }

  #mistake(first: number, last: number, ownId?: number): ErrorCode | undefined {
    if (last > 63) return 'range.outside';
    const others = this.#ranges.filter(({ id }) => id !== ownId);
    return others.some((other) => other.first <= last && first <= other.last) ? 'range.overlap' : undefined;
  }

  async #allocate(): Promise<void> {
    const [next] = this.#free(undefined);
    const made = await settled(this.#application.allocation.allocateAddress(caller, this.subnetId, {}));
    if (typeof made === 'string') expect([made, next]).to.deep.equal(['allocation.noAddress', undefined]);
    else this.#take(made.id, made.ip, next);
  }

  async #allocateMany({ at, size, policy, isContiguous, isNamed }: Step): Promise<void> {
    const range = isNamed ? this.#ranges[at % Math.max(1, this.#ranges.length)] : undefined;
    const criteria = { ...defaultAddressCriteria, count: size + 1, policy, isContiguous, range: range?.name };
    const made = await settled(this.#application.allocation.allocateAddresses(caller, this.subnetId, criteria, {}));
    const expected = range?.allocation === 'never' ? 'range.never' : (this.#choice(criteria, range) ?? 'allocation.noAddress');
    if (typeof made === 'string') expect(made).to.equal(expected);
    else {
      expect(made.map(({ ip }) => String(ip))).to.deep.equal(
        Array.isArray(expected) ? expected.map((n) => this.#text(n)) : expected,
      );
      for (const { id, ip } of made) this.#take(id, ip);
    }
  }

  async #add(at: number): Promise<void> {
    const input = { subnetId: this.subnetId, ip: this.#text(at) };
    const made = await outcomeOf(this.#application.addresses.create(caller, input));
    if (this.#used.has(at)) expect(made).to.equal('address.exists');
    else if (this.#isUsable(at)) this.#used.set(at, Number(made));
    else expect(made).to.equal('address.notInSubnet');
  }

  async #delete(at: number): Promise<void> {
    const [place, id] = [...this.#used][at % Math.max(1, this.#used.size)] ?? [];
    if (place === undefined || id === undefined) return;
    await this.#application.addresses.delete(caller, id);
    this.#used.delete(place);
  }

  #take(id: number, ip: IpAddress, expected?: number): void {
    const at = Number(ip.value - this.#prefix.first);
    if (expected !== undefined) expect(String(ip)).to.equal(this.#text(expected));
    expect(this.#used.has(at), `${ip} is free`).to.equal(false);
    this.#used.set(at, id);
  }

  /** The offsets to allocate, ascending. */
  #choice({ count, policy, isContiguous }: AddressCriteria, range: ModelRange | undefined): number[] | undefined {
    const groups = range ? [this.#free(range)] : [this.#freeOf('first'), this.#freeOf(undefined)];
    const chosen: number[] = [];
    for (const group of groups) {
      const ordered = policy === 'highest' ? group.toReversed() : group;
      const left = count - chosen.length;
      if (!isContiguous) chosen.push(...ordered.slice(0, left));
      else {
        const start = ordered.find((at) => run(at, left, policy).every((each) => group.includes(each)));
        if (start !== undefined) chosen.push(...run(start, left, policy));
      }
      if (chosen.length === count) return chosen.sort((a, b) => a - b);
    }
    return undefined;
  }

  /** Free offsets in the order of allocation: of one range, or for a request without a range. */
  #free(range: ModelRange | undefined): number[] {
    if (!range) return [...this.#freeOf('first'), ...this.#freeOf(undefined)];
    return this.#freeWhere((at) => at >= range.first && at <= range.last);
  }

  #freeOf(allocation: 'first' | undefined): number[] {
    return this.#freeWhere((at) => this.#ranges.find(({ first, last }) => at >= first && at <= last)?.allocation === allocation);
  }

  #freeWhere(isWanted: (at: number) => boolean): number[] {
    const all = Array.from({ length: 64 }, (_, at) => at);
    return all.filter((at) => this.#isUsable(at) && !this.#used.has(at) && isWanted(at));
  }

  #isUsable(at: number): boolean {
    return this.#prefix.family === 6 || this.#isPool || (at > 0 && at < 63);
  }

  #text(at: number): string {
    return String(IpAddress.of(this.#prefix.family, this.#prefix.first).plus(BigInt(at)) ?? IpAddress.parse('1.1.1.1'));
  }
}

const run = (at: number, length: number, policy: AddressCriteria['policy']): number[] =>
  Array.from({ length }, (_, index) => (policy === 'highest' ? at - index : at + index));

/** The result, or the code of the error. */
async function settled<T>(work: Promise<T>): Promise<T | ErrorCode> {
  try {
    return await work;
  } catch (error) {
    if (IpamError.is(error)) return error.code;
    throw error;
  }
}

const outcomeOf = async (work: Promise<unknown>): Promise<string> => String(await settled(work));

function applicationOver({ readers, unitOfWork }: OpenStorage): Application {
  const outside = { clock: systemClock, timers: systemTimers, random: systemRandom };
  return createApplication({
    ...{ readers, unitOfWork, ...outside },
    ...{ passwords: new NotingHasher(), tokens: new RandomTokenSource(), tokenTtl: 60 },
  });
}

async function check(storage: OpenStorage, { network, isPool, steps }: History): Promise<void> {
  const application = applicationOver(storage);
  const sectionId = await application.sections.create(caller, { name: uniqueWord() });
  const prefix = Prefix.parse(network);
  const { id } = await application.subnets.create(caller, prefix, { sectionId, isPool });
  const world = new World(application, prefix, isPool, id);
  try {
    for (const each of steps) {
      await world.follow(each);
      await world.compare();
      const findings = await collect(storage.check({ repair: false }));
      expect(findings.filter(({ subnetId }) => subnetId === id)).to.deep.equal([]);
    }
  } finally {
    await application.sections.delete(caller, sectionId);
  }
}

for (const variant of storageVariants) {
  describe(`Ranges in ${variant.name}`, () => {
    let storage: OpenStorage | undefined;
    before(async () => {
      storage = await variant.open();
    });
    after(() => storage?.close());

    it('limit gaps that another request computes during the creation of the first range', async () => {
      const open = storage;
      if (!open) throw new Error('no storage');
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const slowly: OpenStorage['unitOfWork'] = {
        run: (work, terms) =>
          open.unitOfWork.run(async (repositories) => {
            const result = await work(repositories);
            await released;
            return result;
          }, terms),
      };
      const application = applicationOver(open);
      const sectionId = await application.sections.create(caller, { name: uniqueWord() });
      const { id: subnetId } = await application.subnets.create(caller, Prefix.parse('10.0.0.0/24'), { sectionId });
      const range = { subnetId, name: 'kept', first: '10.0.0.1', last: '10.0.0.20', allocation: 'never' };
      const made = applicationOver({ ...open, unitOfWork: slowly }).catalog.create(caller, 'range', range);
      await delay(100);
      const found = application.allocation.findFreeAddress(caller, subnetId);
      await delay(200);
      release();
      await made;
      await found;
      expect(String(await application.allocation.findFreeAddress(caller, subnetId))).to.equal('10.0.0.21');
      await application.sections.delete(caller, sectionId);
    });

    it('lead to the same allocations as in a naive model after any history', async function () {
      this.timeout(2 * longest);
      const open = storage;
      if (!open) throw new Error('no storage');
      const property = fc.asyncProperty(history, (given) => check(open, given));
      await fc.assert(property, { numRuns: runs[variant.name] ?? 10, interruptAfterTimeLimit: longest });
    });
  });
}
