import { mayRead } from '../../domain/access/access-policy.js';
import type { Address } from '../../domain/address/address.js';
import {
  type NatObject,
  type NatObjectType,
  type NatSide,
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

/** The objects of one side of a NAT rule, by type. */
export interface NatObjects {
  readonly ipaddresses?: readonly Address[];
  readonly subnets?: readonly SubnetListing[];
}

export class NatRules {
  readonly #addresses: Addresses;
  readonly #subnets: Subnets;

  constructor(addresses: Addresses, subnets: Subnets) {
    this.#addresses = addresses;
    this.#subnets = subnets;
  }

  /** The objects of one side visible to the caller; null for a side without ids. */
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

/** Writes of NAT rules. New objects must exist and be visible to the caller. */
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

/** Locks the objects until the rule references them. */
async function checkObjects(
  repositories: Repositories,
  caller: Caller,
  values: KindRecord['values'],
  before?: KindRecord['values'],
): Promise<void> {
  for (const object of natObjectsIn(values, before))
    requireNatObject(object, await holders[object.type](repositories, caller, object));
}

/** @returns whether the locked object exists and is visible to the caller */
type Hold = (repositories: Repositories, caller: Caller, object: NatObject) => Promise<boolean>;

const holders: Readonly<Record<NatObjectType, Hold>> = {
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
