import { expect } from 'chai';
import fc from 'fast-check';
import { Allocation } from '../../../application/allocation/allocation.js';
import { HoldExpiry } from '../../../application/allocation/hold-expiry.js';
import { internalCaller } from '../../../application/caller.js';
import { Addresses } from '../../../application/inventory/addresses.js';
import { Subnets } from '../../../application/inventory/subnets.js';
import type { Timers } from '../../../application/ports/environment.js';
import { IpamError } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { collect } from '../../support/collect.js';
import { insertNetwork, ip, newSection } from '../support/builders.js';
import { describeContract, type StorageUnderTest } from '../support/contract.js';
import { FollowedHistories } from '../support/followed-histories.js';

/** The number of hosts of a /28. They start at 1. */
const hosts = 14;
const hold = 10;
const start = Date.UTC(2024, 2, 1, 12, 0, 0);
const timers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

const actions = ['take', 'hold', 'hold several', 'create', 'confirm', 'prolong', 'delete', 'sweep', 'look'] as const;

/** An action on an address, after a number of seconds. Some actions ignore the host. */
const step = fc.record({
  act: fc.constantFrom(...actions),
  host: fc.integer({ min: 1, max: hosts }),
  seconds: fc.constantFrom(0, 0, 3, 11),
});

/** The naive register: the used hosts with the end of their hold in milliseconds. Without a hold, it is Infinity. */
class Model {
  readonly held = new Map<number, number>();
  now = start;

  /** The used hosts without expired holds. */
  get used(): Map<number, number> {
    return new Map([...this.held].filter(([, until]) => until > this.now));
  }

  get lowestFree(): number | undefined {
    for (let host = 1; host <= hosts; host++) if (!this.used.has(host)) return host;
    return undefined;
  }
}

const codeIn = (error: unknown): string => {
  if (error instanceof IpamError) return error.code;
  throw error;
};

/** The use cases and a naive model, with a clock that the test controls. */
class World {
  readonly model = new Model();
  readonly allocation: Allocation;
  readonly addresses: Addresses;
  readonly expiry: HoldExpiry;
  readonly #subnetId: number;

  constructor(
    readonly storage: StorageUnderTest,
    subnetId: number,
  ) {
    this.#subnetId = subnetId;
    const clock = { now: () => new Date(this.model.now) };
    this.allocation = new Allocation(storage.readers, storage.unitOfWork, clock, timers, { below: () => 0n });
    this.addresses = new Addresses(storage.readers, storage.unitOfWork, clock);
    this.expiry = new HoldExpiry(storage.readers, storage.unitOfWork, clock);
  }

  readonly actions: Readonly<Record<(typeof actions)[number], (host: number) => Promise<unknown>>> = {
    take: () => this.#allocate({}, Infinity),
    hold: () => this.#allocate({ hold }, this.#until),
    'hold several': () => this.#holdSeveral(),
    look: async () => {
      const found = await this.allocation.findFreeAddress(internalCaller, this.#subnetId).then(String, codeIn);
      expect(found).to.equal(expectedOf(this.model.lowestFree));
    },
    create: (host) => this.#create(host),
    sweep: () => this.expiry.freeIn(this.#subnetId),
    delete: async (host) => {
      const id = await this.#idOf(host);
      if (id !== undefined) await this.addresses.delete(internalCaller, id);
      this.model.held.delete(host);
    },
    confirm: (host) => this.#change(host, 0, Infinity),
    prolong: (host) => this.#change(host, hold, this.#until),
  };

  get #until(): number {
    return this.model.now + (hold + 1) * 1000;
  }

  async #idOf(host: number): Promise<number | undefined> {
    return (await this.storage.readers.addresses.findInSubnet(this.#subnetId, addressOf(host)))?.id;
  }

  async #allocate(input: Input, until: number): Promise<void> {
    const lowest = this.model.lowestFree;
    const made = await this.allocation
      .allocateAddress(internalCaller, this.#subnetId, input)
      .then(({ ip: taken }) => String(taken), codeIn);
    expect(made).to.equal(expectedOf(lowest));
    if (lowest !== undefined) this.model.held.set(lowest, until);
  }

  async #holdSeveral(): Promise<void> {
    const criteria = { count: 3, isContiguous: false, policy: 'lowest', quarantine: 0 } as const;
    const made = await this.allocation
      .allocateAddresses(internalCaller, this.#subnetId, criteria, { hold })
      .then((all) => all.length, codeIn);
    expect(made).to.equal(hosts - this.model.used.size < 3 ? 'allocation.noAddress' : 3);
    for (let count = 0; made === 3 && count < 3; count++) this.model.held.set(this.model.lowestFree ?? 0, this.#until);
  }

  async #create(host: number): Promise<void> {
    const input = { subnetId: this.#subnetId, ip: String(addressOf(host)), hold };
    const outcome = await this.addresses.create(internalCaller, input).then(() => 'made', codeIn);
    expect(outcome).to.equal(this.model.used.has(host) ? 'address.exists' : 'made');
    if (outcome === 'made') this.model.held.set(host, this.#until);
  }

  /** Changes an address. An expired address can be changed while it is not yet deleted. */
  async #change(host: number, seconds: number, until: number): Promise<void> {
    const id = await this.#idOf(host);
    if (id === undefined) return;
    const isLost = seconds > 0 && this.model.held.get(host) === Infinity;
    const outcome = await this.addresses.change(internalCaller, id, { hold: seconds }).then(() => 'changed', codeIn);
    expect(outcome).to.equal(isLost ? 'hold.none' : 'changed');
    if (outcome === 'changed') this.model.held.set(host, until);
  }

  /** Frees expired addresses, then expects the addresses of the model. */
  async expectModel(): Promise<void> {
    await this.expiry.freeIn(this.#subnetId);
    const left = await collect(this.storage.readers.addresses.list({ subnetId: this.#subnetId, order: 'address' }));
    const wanted = [...this.model.used].sort(([a], [b]) => a - b);
    const seen = left.map(({ ip: { value }, heldUntil, tag }) => [Number(value & 15n), heldUntil !== null, tag]);
    expect(seen).to.deep.equal(wanted.map(([host, end]) => [host, end !== Infinity, end === Infinity ? 2 : 3]));
  }
}

const addressOf = (host: number) => ip(`10.0.0.${host}`);
const expectedOf = (host: number | undefined): string => (host === undefined ? 'allocation.noAddress' : String(addressOf(host)));

describeContract('Holds', (storage) => {
  const newWorld = async () => {
    const subnetId = await storage.write((to) => insertNetwork(to, '10.0.0.0/28'));
    return { subnetId, world: new World(storage, subnetId) };
  };

  it('reserve an address until they expire and then free it, for every sequence of operations', async () => {
    const followed = new FollowedHistories();
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const { subnetId, world } = await newWorld();
      for (const { act, host, seconds } of steps) {
        world.model.now += seconds * 1000;
        await world.actions[act](host);
      }
      await world.expectModel();
      followed.note([subnetId], steps);
    });
    await fc.assert(property, { numRuns: 12 });
    await followed.expectConsistent(storage);
  });

  it('are rejected for folders', async () => {
    const sectionId = await storage.write((to) => to.sections.insert(newSection()));
    const clock = { now: () => new Date(start) };
    const subnets = new Subnets(storage.readers, storage.unitOfWork, clock);
    expect(await subnets.create(internalCaller, null, { sectionId, hold }).then(() => 'made', codeIn)).to.equal('hold.folder');
  });

  it('that expired leave the address to exactly one of several concurrent requests', async () => {
    const followed = new FollowedHistories();
    for (let round = 0; round < 10; round++) {
      const { subnetId, world } = await newWorld();
      const { allocation, addresses, expiry, model } = world;
      const made = await allocation.allocateAddress(internalCaller, subnetId, { hold, hostname: 'first' });
      model.now += (hold + 1) * 1000;
      model.held.set(1, model.now);
      const works = {
        confirm: () => addresses.change(internalCaller, made.id, { hold: 0 }).then(() => 'confirmed', codeIn),
        take: () => allocation.allocateAddress(internalCaller, subnetId, {}).then(({ ip: taken }) => String(taken), codeIn),
        sweep: () => expiry.freeIn(subnetId),
        create: () => addresses.create(internalCaller, { subnetId, ip: '10.0.0.1' }).then(() => 'created', codeIn),
      };
      const order =
        round % 2 === 0 ? (['confirm', 'take', 'sweep', 'create'] as const) : (['sweep', 'create', 'take', 'confirm'] as const);
      const outcomes = Object.fromEntries(await Promise.all(order.map(async (name) => [name, await works[name]()] as const)));
      const there = await storage.readers.addresses.findInSubnet(subnetId, ip('10.0.0.1'));
      const isConfirmed = outcomes.confirm === 'confirmed';
      expect(outcomes.confirm).to.be.oneOf(['confirmed', 'address.unknown']);
      if (isConfirmed) expect([there?.id, there?.heldUntil, there?.tag]).to.deep.equal([made.id, null, 2]);
      else expect(there?.id).not.to.equal(made.id);
      const takers = [isConfirmed, outcomes.take === '10.0.0.1', outcomes.create === 'created'].filter(Boolean);
      expect(takers, JSON.stringify(outcomes)).to.have.length(1);
      followed.note([subnetId], outcomes);
    }
    await followed.expectConsistent(storage);
  });

  it('of networks that expired are either confirmed or replaced by concurrent requests', async () => {
    const followed = new FollowedHistories();
    for (let round = 0; round < 6; round++) {
      const { subnetId: masterId, world } = await newWorld();
      const { allocation, expiry, model } = world;
      const clock = { now: () => new Date(model.now) };
      const subnets = new Subnets(storage.readers, storage.unitOfWork, clock);
      const made = await allocation.allocateSubnet(internalCaller, masterId, 29, 'first', { hold });
      model.now += (hold + 1) * 1000;
      const works = {
        confirm: () => subnets.change(internalCaller, made.id, { hold: 0 }).then(() => 'confirmed', codeIn),
        fill: () => allocation.allocateAddress(internalCaller, made.id, {}).then(({ ip: taken }) => String(taken), codeIn),
        take: () =>
          allocation.allocateSubnet(internalCaller, masterId, 29, 'first', {}).then(({ prefix }) => String(prefix), codeIn),
        sweep: () => expiry.freeBelow(masterId),
      };
      const names = ['confirm', 'fill', 'take', 'sweep'] as const;
      const order = [...names.slice(round % 4), ...names.slice(0, round % 4)];
      const outcomes = Object.fromEntries(await Promise.all(order.map(async (name) => [name, await works[name]()] as const)));
      await expiry.freeBelow(masterId);
      const there = await storage.readers.subnets.find(made.id);
      const text = JSON.stringify(outcomes);
      const isKept = outcomes.confirm === 'confirmed' || outcomes.fill === '10.0.0.1';
      expect(outcomes.confirm, text).to.be.oneOf(['confirmed', 'subnet.unknown']);
      expect(outcomes.fill, text).to.be.oneOf(['10.0.0.1', 'subnet.unknown']);
      expect(there !== undefined, text).to.equal(isKept);
      if (there) expect([there.heldUntil, there.tag, outcomes.take], text).to.deep.equal([null, 2, '10.0.0.8/29']);
      else expect(outcomes.take, text).to.equal('10.0.0.0/29');
      followed.note([masterId, made.id], outcomes);
    }
    await followed.expectConsistent(storage);
  });
});
