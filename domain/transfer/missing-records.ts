import type { RowKind } from './columns.js';

/** Kinds of records that an import can create for references by name. Each follows the kinds that it references. */
export const referableKinds = [
  'section',
  'customer',
  'location',
  'l2domain',
  'vlan',
  'vrf',
  'device',
] as const satisfies RowKind[];
export type ReferableKind = (typeof referableKinds)[number];

export const isReferableKind = (kind: string): kind is ReferableKind => referableKinds.some((each) => each === kind);

/** A record to which rows refer by a name that no record has. */
export interface MissingRecord {
  readonly kind: ReferableKind;
  readonly name: string;
}

const nameField: Readonly<Record<Exclude<ReferableKind, 'vlan'>, string>> = {
  section: 'name',
  customer: 'title',
  location: 'name',
  l2domain: 'name',
  vrf: 'name',
  device: 'hostname',
};

/** The name by which rows refer to a record with these fields. */
export const referableName = (kind: ReferableKind, fields: Readonly<Record<string, unknown>>): string =>
  standardName(kind, String(fields[kind === 'vlan' ? 'number' : nameField[kind]] ?? ''));

/** The number of a VLAN without leading zeros. Other names are unchanged. */
export const standardName = (kind: string, name: string): string =>
  kind === 'vlan' && /^\d+$/.test(name) ? name.replace(/^0+(?=\d)/, '') : name;

/** The fields of a new record with a name. A VLAN is named by its number. @returns undefined if no such record can be created */
export function fieldsOfMissing({ kind, name }: MissingRecord): Readonly<Record<string, string | number>> | undefined {
  if (kind !== 'vlan') return { [nameField[kind]]: name };
  return /^\d{1,9}$/.test(name) ? { number: Number(name), name: `VLAN ${Number(name)}` } : undefined;
}
