import type { Address } from '../../domain/address/address.js';
import { IpamError } from '../../domain/errors.js';
import type { PermissionLevel } from '../../domain/fields/permission-map.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { type Caller, type LevelSource, permitted } from '../caller.js';
import { added, entryOf, recordConsequences } from '../changes/change-log.js';
import type { LockedPosition } from '../ports/inventory/addresses.js';
import type { NewValues } from '../ports/inventory/records.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Readers, Repositories } from '../ports/unit-of-work.js';

export const unknownAddress = (id: number): IpamError => new IpamError('address.unknown', { id });

/** Requires a permission level on the subnet of an address. @throws IpamError permission.denied, or the error of `whenUnknown` */
export async function visible(
  readers: LevelSource & { readonly subnets: Pick<Readers['subnets'], 'find'> },
  caller: Caller,
  address: Address | undefined,
  needed: PermissionLevel,
  whenUnknown: () => IpamError,
): Promise<Address> {
  if (!address) throw whenUnknown();
  if (!caller.principal.unrestricted)
    await permitted(readers, caller, await readers.subnets.find(address.subnetId), needed, whenUnknown);
  return address;
}

export async function lockPosition(
  { subnets, addresses }: Pick<Repositories, 'subnets' | 'addresses'>,
  subnetId: number,
  ip: IpAddress | undefined,
): Promise<LockedPosition | undefined> {
  if (ip) return addresses.lockForInsert(subnetId, ip);
  const subnet = await subnets.lock(subnetId, 'change');
  return subnet && { subnet, isTaken: false };
}

/** Stores addresses of a subnet and returns their ids in the same order. A new gateway clears the flag of all others. */
export async function insertAddresses(
  repositories: Repositories,
  subnet: LockedSubnet,
  addresses: readonly { readonly caller: Caller; readonly values: NewValues<Address> }[],
  timestamp: string,
): Promise<readonly number[]> {
  for (const { caller, values } of addresses) {
    if (values.is_gateway) await clearGateways(repositories, caller, { subnetId: subnet.id, exceptId: null }, timestamp);
  }
  const ids = await repositories.addresses.insertAll(
    subnet,
    addresses.map(({ values }) => values),
  );
  const entries = addresses.map(({ caller, values }, index) =>
    entryOf(caller, timestamp, added('address', idAt(ids, index), values)),
  );
  await repositories.changeLog.append(...entries);
  return ids;
}

/** Clears all gateway flags of a locked subnet except one, and logs the changes. */
export async function clearGateways(
  repositories: Repositories,
  caller: Caller,
  { subnetId, exceptId }: { readonly subnetId: number; readonly exceptId: number | null },
  timestamp: string,
): Promise<void> {
  await recordConsequences(repositories, caller, timestamp, { of: 'gateway', subnetId, exceptId });
  await repositories.addresses.clearGateways(subnetId, exceptId, timestamp);
}

export function idAt(ids: readonly number[], index: number): number {
  const id = ids[index];
  if (id === undefined) throw new Error('the storage returned no id for a record');
  return id;
}
