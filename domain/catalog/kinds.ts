import type { Kind } from '../fields/kind.js';
import {
  customer,
  device,
  deviceType,
  l2domain,
  location,
  nameserver,
  nat,
  rack,
  range,
  request,
  scanAgent,
  tag,
  vlan,
  vrf,
} from './kind-descriptors.js';

/** Each kind follows the kinds that it references. */
export const kinds = {
  customer,
  location,
  l2domain,
  vlan,
  vrf,
  rack,
  deviceType,
  device,
  tag,
  nameserver,
  scanAgent,
  nat,
  range,
  request,
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof kinds;

export const isKindName = (name: string): name is KindName => Object.hasOwn(kinds, name);

export const kindNames: readonly KindName[] = Object.keys(kinds).filter(isKindName);

export const ofEachKind = <T>(make: (name: KindName) => T): Readonly<Record<KindName, T>> =>
  Object.fromEntries(kindNames.map((name) => [name, make(name)])) as Record<KindName, T>; // kindNames has all names

/** Kinds whose records belong to a subnet. The permissions on the subnet apply. */
export type KindWithin = 'range' | 'request';

/** Kinds whose records belong to no section. */
export type OpenKind = Exclude<KindName, KindWithin>;

export const isOpenKind = (name: KindName): name is OpenKind => !('within' in kinds[name]);

export const openKindNames: readonly OpenKind[] = kindNames.filter(isOpenKind);

export const kindsWithin: readonly KindWithin[] = kindNames.filter((name): name is KindWithin => !isOpenKind(name));

export const kindOf = (name: KindName): Kind => kinds[name];
