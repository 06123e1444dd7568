import type { Address } from '../../domain/address/address.js';
import type { FieldValue, ObjectIds } from '../../domain/catalog/field.js';
import type { KindRecord } from '../../domain/catalog/kind.js';
import type { Input } from '../../domain/catalog/read-fields.js';
import { IpamError } from '../../domain/errors.js';
import type { Caller } from '../caller.js';
import { sees } from '../inventory/access.js';
import type { Addresses } from '../inventory/addresses.js';
import type { Subnets } from '../inventory/subnets.js';
import type { SubnetListing } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';

/** Fields of a NAT rule that name what it translates. */
export const natObjectFields = ['src', 'dst'] as const;

/** What one side of a NAT rule translates, by sort; a sort that the rule does not name is absent. */
export interface NatObjects {
  readonly ipaddresses?: readonly Address[];
  readonly subnets?: readonly SubnetListing[];
}

/** What can be done with NAT rules beyond what can be done with records of any kind. */
export class NatRules {
  readonly #addresses: Addresses;
  readonly #subnets: Subnets;

  constructor(addresses: Addresses, subnets: Subnets) {
    this.#addresses = addresses;
    this.#subnets = subnets;
  }

  /** The objects whose ids one side of a NAT rule holds, as far as the caller may see them; null when it holds none. */
  async objectsOf(caller: Caller, rule: KindRecord, side: (typeof natObjectFields)[number]): Promise<NatObjects | null> {
    const ids = rule.values[side] as ObjectIds | null;
    if (!ids) return null;
    const { ipaddresses, subnets } = ids;
    return {
      ...(ipaddresses ? { ipaddresses: await readAll(ipaddresses, (id) => this.#addresses.read(caller, id)) } : {}),
      ...(subnets ? { subnets: await readAll(subnets, (id) => this.#subnets.read(caller, id)) } : {}),
    };
  }
}

async function readAll<T>(ids: readonly string[], read: (id: number) => Promise<T>): Promise<T[]> {
  const objects: T[] = [];
  for (const id of ids) {
    try {
      objects.push(await read(Number(id)));
    } catch (error) {
      if (!IpamError.is(error, 'address.unknown', 'subnet.unknown')) throw error;
    }
  }
  return objects;
}

/** Writes of NAT rules: what they translate must be there, and the caller must see it unless the rule names it already. */
export class NatRuleWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  /** @throws IpamError field.* */
  async create(repositories: Repositories, input: Input, caller: Caller): Promise<number> {
    const record = await this.#plain.readNew(repositories, input);
    await checkObjects(repositories, caller, record.values);
    return this.#plain.insert(repositories, record);
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, field.* */
  async change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    const current = await this.#plain.hold(repositories, id);
    const record = await this.#plain.readChange(repositories, current, input);
    await checkObjects(repositories, caller, record.values, current.values);
    await this.#plain.update(repositories, id, record);
  }

  delete(repositories: Repositories, id: number): Promise<void> {
    return this.#plain.delete(repositories, id);
  }
}

type Values = Readonly<Record<string, FieldValue>>;

const objectsIn = (values: Values, field: string): ObjectIds => (values[field] ?? {}) as ObjectIds;

/** Checks that the objects are there for the caller, and holds them so that they stay until the rule refers to them. */
async function checkObjects(repositories: Repositories, caller: Caller, values: Values, before: Values = {}): Promise<void> {
  const holders = holdersOf(repositories, caller);
  for (const field of natObjectFields) {
    for (const [sort, ids] of Object.entries(objectsIn(values, field))) {
      const hold = holders.get(sort);
      if (!hold)
        throw new IpamError('field.type', { field, expected: `an object of id lists ${[...holders.keys()].join(' and ')}` });
      const known = objectsIn(before, field)[sort] ?? [];
      for (const id of ids)
        if (!(await hold(Number(id), known.includes(id)))) throw new IpamError('field.reference', { field, id: Number(id) });
    }
  }
}

/** Holds an object. @returns whether it is there, for a caller who need not see it when it is known */
type Hold = (id: number, isKnown: boolean) => Promise<boolean>;

function holdersOf(repositories: Repositories, caller: Caller): ReadonlyMap<string, Hold> {
  const { addresses, subnets } = repositories;
  return new Map<string, Hold>([
    [
      'ipaddresses',
      async (id, isKnown) => {
        const address = await addresses.lock(id);
        if (!address || isKnown || caller.principal.unrestricted) return address !== undefined;
        return sees(repositories, caller, await subnets.find(address.subnetId));
      },
    ],
    [
      'subnets',
      async (id, isKnown) => {
        const subnet = await subnets.lock(id, 'share');
        return isKnown ? subnet !== undefined : sees(repositories, caller, subnet);
      },
    ],
  ]);
}
