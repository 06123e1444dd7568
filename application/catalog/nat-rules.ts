import { mayRead } from '../../domain/access/access-policy.js';
import type { Address } from '../../domain/address/address.js';
import {
  type NatObject,
  type NatSide,
  type NatSort,
  natIdsOf,
  natObjectsIn,
  requireNatObject,
} from '../../domain/catalog/nat-objects.js';
import { IpamError } from '../../domain/errors.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { type Caller, canSee } from '../caller.js';
import type { Addresses } from '../inventory/addresses.js';
import type { Subnets } from '../inventory/subnets.js';
import type { SubnetListing } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';

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
  async objectsOf(caller: Caller, rule: KindRecord, side: NatSide): Promise<NatObjects | null> {
    const ids = natIdsOf(rule.values, side);
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
    return this.#plain.insert(repositories, record, caller);
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, field.* */
  async change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    const current = await this.#plain.lock(repositories, id);
    const record = await this.#plain.readChange(repositories, current, input);
    await checkObjects(repositories, caller, record.values, current.values);
    await this.#plain.update(repositories, current, record, caller);
  }

  delete(repositories: Repositories, id: number, caller: Caller): Promise<void> {
    return this.#plain.delete(repositories, id, caller);
  }
}

/** Checks that the objects are there for the caller, and holds them so that they stay until the rule refers to them. */
async function checkObjects(
  repositories: Repositories,
  caller: Caller,
  values: KindRecord['values'],
  before?: KindRecord['values'],
): Promise<void> {
  for (const object of natObjectsIn(values, before))
    requireNatObject(object, await holders[object.sort](repositories, caller, object));
}

/** Holds an object. @returns whether it is there for the caller */
type Hold = (repositories: Repositories, caller: Caller, object: NatObject) => Promise<boolean>;

const holders: Readonly<Record<NatSort, Hold>> = {
  ipaddresses: async (repositories, caller, { id, isKnown }) => {
    const address = await repositories.addresses.lock(id);
    if (!address || isKnown || caller.principal.unrestricted) return address !== undefined;
    if (!mayRead(caller.principal, 'address')) return false;
    return canSee(repositories, caller, await repositories.subnets.find(address.subnetId));
  },
  subnets: async (repositories, caller, { id, isKnown }) => {
    const subnet = await repositories.subnets.lock(id, 'share');
    return isKnown ? subnet !== undefined : canSee(repositories, caller, subnet);
  },
};
