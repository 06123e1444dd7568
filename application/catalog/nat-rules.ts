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
import type { KindRecord, StoredValues } from '../../domain/fields/kind.js';
import { type Caller, canSee } from '../caller.js';
import type { Addresses } from '../inventory/addresses.js';
import type { Subnets } from '../inventory/subnets.js';
import type { SubnetListing } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { KindWrites } from './kind-writes.js';

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
export class NatRuleWrites extends KindWrites {
  /** Locks the objects until the rule references them. @throws IpamError field.* */
  protected override async check(_values: StoredValues, changes: StoredValues, current?: KindRecord): Promise<void> {
    for (const object of natObjectsIn(changes, current?.values))
      requireNatObject(object, await holders[object.type](this.repositories, this.caller, object));
  }
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
