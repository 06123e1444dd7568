import { spanOf } from '../naive-register.js';
import type { Randomness } from '../randomness.js';
import { aligned, textOf } from './history/chronicle.js';
import { isAcknowledged, type KnownAddress, type KnownSubnet, type StormEvent, type StormRequest } from './history/history.js';

/** The networks of a storm in one section. */
export interface Ground {
  readonly sectionId: number;
  /** Clients create and delete single addresses in these networks, but do not change the networks. */
  readonly calmPools: readonly KnownSubnet[];
  /** Parents of allocated networks that clients do not change. */
  readonly calmMasters: readonly KnownSubnet[];
  /** Parent networks. Clients change their children without restriction. */
  readonly wildMasters: readonly KnownSubnet[];
}

type Choice = (ground: Ground, random: Randomness) => StormRequest | undefined;

/** Maximum number of remembered records. Further ones replace the oldest. */
const maxRemembered = 400;

/** Maximum number of remembered held records. Most of their holds expire soon. */
const maxHeld = 30;

/** Durations of holds, in seconds. Most expire during the storm. */
const lengths = [1, 2, 3, 5, 3600];

/** The shared knowledge of the clients of a storm. It chooses their requests. */
export class StormWorld {
  readonly #grounds: readonly Ground[];
  readonly #wild: KnownSubnet[] = [];
  readonly #taken: KnownSubnet[] = [];
  readonly #addresses: KnownAddress[] = [];
  readonly #heldAddresses: KnownAddress[] = [];
  readonly #heldSubnets: KnownSubnet[] = [];
  readonly #choices: readonly Choice[];
  /** Number of replaced records. */
  #replaced = 0;

  constructor(grounds: readonly Ground[]) {
    this.#grounds = grounds;
    const often = (times: number, choice: Choice): Choice[] => Array.from({ length: times }, () => choice);
    this.#choices = [
      ...often(8, (ground, random) => ({ kind: 'take address', subnet: this.#pool(ground, random) })),
      // Many clients allocate in one network concurrently, so that their writes are batched.
      ...often(16, (_, random) =>
        this.#ofAny(grounds[0]?.calmPools.slice(0, 1) ?? [], random, (subnet) => ({ kind: 'take address', subnet })),
      ),
      ...often(6, (ground, random) => ({
        kind: 'take address',
        subnet: this.#pool(ground, random, this.#heldSubnets),
        hold: random.oneOf(lengths),
      })),
      ...often(3, (_, random) => this.#ofAny(this.#heldAddresses, random, (address) => ({ kind: 'confirm address', address }))),
      ...often(3, (_, random) =>
        this.#ofAny(this.#heldAddresses, random, (address) => ({
          kind: 'prolong address',
          address,
          hold: random.oneOf(lengths),
        })),
      ),
      ...often(2, ({ calmMasters }, random) => ({
        ...this.#takeFrom(random.oneOf(calmMasters), random),
        hold: random.oneOf(lengths),
      })),
      ...often(1, (_, random) => this.#ofAny(this.#heldSubnets, random, (subnet) => ({ kind: 'confirm subnet', subnet }))),
      ...often(4, (ground, random) => createAddress(this.#pool(ground, random), random)),
      ...often(5, (_, random) => this.#ofAny(this.#addresses, random, (address) => ({ kind: 'change address', address }))),
      ...often(5, (_, random) => this.#ofAny(this.#addresses, random, (address) => ({ kind: 'read address', address }))),
      // Creates and updates the stored utilization during the storm. The check command verifies it.
      ...often(4, ({ calmMasters, wildMasters }, random) =>
        this.#ofAny([...calmMasters, ...wildMasters, ...this.#wild], random, (subnet) => ({ kind: 'read usage', subnet })),
      ),
      ...often(5, (_, random) => this.#ofAny(this.#addresses, random, (address) => ({ kind: 'delete address', address }))),
      ...often(2, (_, random) =>
        this.#ofAny(this.#addresses, random, ({ ip, subnet }) => ({ kind: 'delete address by ip', subnet, ip })),
      ),
      ...often(7, (ground, random) => this.#takeSubnet(ground, random)),
      ...often(6, (ground, random) => this.#createSubnet(ground, random)),
      ...often(3, (_, random) => this.#ofAny(this.#wild, random, (subnet) => resize(subnet, random))),
      ...often(2, (_, random) => this.#ofAny(this.#wild, random, (subnet) => split(subnet, random))),
      ...often(2, (_, random) => this.#ofAny(this.#wild, random, (subnet) => ({ kind: 'delete subnet', subnet }))),
      ...often(1, (_, random) => this.#ofAny(this.#wild, random, (subnet) => ({ kind: 'truncate', subnet }))),
    ];
  }

  /** The next request of a client. */
  choose(random: Randomness): StormRequest {
    for (;;) {
      const request = random.oneOf(this.#choices)(random.oneOf(this.#grounds), random);
      if (request) return request;
    }
  }

  /** Updates the knowledge with the outcome of a request. */
  learn(event: StormEvent): void {
    const { request, answer } = event;
    if (answer?.status === 404 && 'subnet' in request) this.#forget(request.subnet.id);
    if (answer?.status === 404 && 'address' in request) this.#forgetAddress(request.address.id);
    if (!isAcknowledged(event)) return;
    const { id = 0, data = '' } = event.answer;
    if (request.kind === 'take address') this.#meetAddress({ id, ip: data, subnet: request.subnet }, request.hold !== undefined);
    else if (request.kind === 'create address') this.#remember(this.#addresses, { id, ip: request.ip, subnet: request.subnet });
    else if (request.kind === 'take subnet' && request.hold)
      this.#remember(this.#heldSubnets, { id, cidr: data, sectionId: request.master.sectionId }, maxHeld);
    else if (request.kind === 'take subnet') this.meet({ id, cidr: data, sectionId: request.master.sectionId }, request.master);
    else if (request.kind === 'create subnet') this.meet({ id, cidr: data, sectionId: request.sectionId });
    else if (request.kind === 'delete address') this.#forgetAddress(request.address.id);
    else if (request.kind === 'delete subnet' || (request.kind === 'split' && !request.grouped)) this.#forget(request.subnet.id);
  }

  /** Remembers a subnet. @param master parent of an allocated subnet */
  meet(subnet: KnownSubnet, master?: KnownSubnet): void {
    const isCalm = this.#grounds.some(({ calmMasters }) => calmMasters.some(({ id }) => id === master?.id));
    this.#remember(isCalm ? this.#taken : this.#wild, subnet);
  }

  #meetAddress(address: KnownAddress, isHeld: boolean): void {
    this.#remember(this.#addresses, address);
    if (isHeld) this.#remember(this.#heldAddresses, address, maxHeld);
  }

  #remember<T>(known: T[], one: T, max = maxRemembered): void {
    if (known.length < max) known.push(one);
    else known[this.#replaced++ % max] = one;
  }

  #forgetAddress(id: number): void {
    for (const list of [this.#addresses, this.#heldAddresses]) remove(list, (known) => known.id === id);
  }

  #forget(id: number): void {
    for (const list of [this.#wild, this.#heldSubnets]) remove(list, (known) => known.id === id);
    remove(this.#addresses, (known) => known.subnet.id === id);
  }

  #ofAny<T>(known: readonly T[], random: Randomness, request: (one: T) => StormRequest | undefined): StormRequest | undefined {
    return known.length === 0 ? undefined : request(random.oneOf(known));
  }

  /** A random network for addresses: a calm pool, an allocated one, a wild one, or one of `others`. */
  #pool({ calmPools }: Ground, random: Randomness, others: readonly KnownSubnet[] = []): KnownSubnet {
    const known = [calmPools, this.#taken, this.#wild, others].filter((list) => list.length > 0);
    return random.oneOf(random.oneOf(known));
  }

  #takeSubnet({ calmMasters, wildMasters }: Ground, random: Randomness): StormRequest {
    const sort = random.below(5);
    return this.#takeFrom(
      random.oneOf(sort < 2 ? calmMasters : sort < 4 || this.#wild.length === 0 ? wildMasters : this.#wild),
      random,
    );
  }

  #takeFrom(master: KnownSubnet, random: Randomness): Extract<StormRequest, { readonly kind: 'take subnet' }> {
    const [, length = '0'] = master.cidr.split('/');
    const wanted = master.cidr.includes(':')
      ? 64 - random.below(3)
      : Math.min(30, Math.max(Number(length) + 1, 24) + random.below(5));
    return { kind: 'take subnet', master, length: wanted, end: random.oneOf(['first', 'last']) };
  }

  #createSubnet({ sectionId, wildMasters }: Ground, random: Randomness): StormRequest {
    if (random.below(4) === 0) {
      const cidr = aligned(`172.${16 + random.below(16)}.${random.below(256)}.0/24`, 20 + random.below(5));
      return { kind: 'create subnet', sectionId, master: undefined, cidr };
    }
    const master = random.oneOf(random.below(3) === 0 && this.#wild.length > 0 ? this.#wild : wildMasters);
    return { kind: 'create subnet', sectionId: master.sectionId, master, cidr: somewhereIn(master, random) };
  }
}

/** A random smaller network near the beginning of another, so that requests collide. */
function somewhereIn({ cidr }: KnownSubnet, random: Randomness): string {
  const { first, last, bits } = spanOf(cidr);
  const own = Number(cidr.split('/')[1]);
  const length = Math.min(bits, bits === 128 ? 62 + random.below(3) : Math.max(own + 1, 22) + random.below(6));
  const size = 2n ** BigInt(bits - length);
  const room = (last - first + 1n) / size;
  const place = BigInt(random.below(Number(room < 600n ? room : 600n) || 1));
  return `${textOf(first + place * size, bits)}/${length}`;
}

function createAddress(subnet: KnownSubnet, random: Randomness): StormRequest {
  const { first, last, bits } = spanOf(subnet.cidr);
  const size = last - first + 1n;
  return { kind: 'create address', subnet, ip: shortText(first + BigInt(random.below(Number(size < 200n ? size : 200n))), bits) };
}

function resize(subnet: KnownSubnet, random: Randomness): StormRequest {
  const own = Number(subnet.cidr.split('/')[1]);
  const longest = subnet.cidr.includes(':') ? 120 : 30;
  return { kind: 'resize', subnet, length: Math.max(16, Math.min(longest, own - 2 + random.below(5))) };
}

const split = (subnet: KnownSubnet, random: Randomness): StormRequest => ({
  kind: 'split',
  subnet,
  parts: random.oneOf([2, 4, 8, 16]),
  grouped: random.below(2) === 0,
});

/** An address as the service prints it: IPv6 in its canonical form. */
function shortText(number: bigint, bits: 32 | 128): string {
  const text = textOf(number, bits);
  return bits === 32 ? text : new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

function remove<T>(known: T[], isMeant: (one: T) => boolean): void {
  for (let index = known.length - 1; index >= 0; index--) if (isMeant(known[index] as T)) known.splice(index, 1);
}
