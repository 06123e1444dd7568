import { printPermissionMap } from '../../../application/permission-levels.js';
import { inServiceZone } from '../../../application/service-time.js';
import { secretsOf } from '../../../domain/access/secrets.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../../../domain/fields/field.js';
import { type FlatValues, flatValues } from '../../../domain/fields/read-fields.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { WireNames } from './names.js';
import { RecordShape, WireRecord, type WireValue } from './wire-value.js';

/** Print options of custom fields: their names, and whether they are nested in an object. */
export interface CustomPrinting {
  readonly names: readonly string[];
  readonly nested: boolean;
}

/**
 * Prints the members of a record in field order: numbers as numbers, flags as 0 and 1, times in the service's time zone.
 * @param showsSecrets whether secrets are printed; otherwise null
 */
export type RecordPrinter = (
  record: { readonly id: number; readonly custom: CustomValues },
  values: object,
  custom: CustomPrinting,
  showsSecrets?: boolean,
) => WireRecord;

interface Member {
  readonly name: string;
  readonly isPrefix: boolean;
  readonly whenUnset: WireValue;
  readonly print: (value: FieldValue) => WireValue;
}

/** Creates the printer of a resource from its fields. @param idName wire name of the id */
export function recordPrinter(fields: FieldSet, names: WireNames, idName = names.id ?? 'id'): RecordPrinter {
  const shown = Object.entries(fields).filter(([, field]) => !field.hidden);
  const secrets = secretsOf(fields);
  const members = shown.filter(([, field]) => !field.isOptionalOnWire).map(([name, field]) => memberOf(name, field, names));
  const whenSet = shown.filter(([, field]) => field.isOptionalOnWire).map(([name, field]) => memberOf(name, field, names));
  const twice = Object.entries(names.shownTwice ?? {});
  const shape = RecordShape.of([idName, ...members.flatMap(({ name, isPrefix }) => (isPrefix ? ['subnet', 'mask'] : [name]))]);
  return (record, values, custom, showsSecrets = false) => {
    const stored = shownValues(flatValues(values), secrets, showsSecrets);
    const printed: WireValue[] = [record.id];
    for (const { name, isPrefix, whenUnset, print } of members) {
      const value = stored[name] ?? null;
      if (isPrefix) printPrefix(printed, value instanceof Prefix ? value : null);
      else printed.push(value === null ? whenUnset : print(value));
    }
    const whole = new WireRecord(shape, printed);
    for (const { name, print } of whenSet) {
      const value = stored[name] ?? null;
      if (value !== null) whole.set(name, print(value));
    }
    showTwice(whole, twice);
    return addCustom(whole, record.custom, custom);
  };
}

function shownValues(values: FlatValues, secrets: readonly string[], showsSecrets: boolean): FlatValues {
  if (showsSecrets || secrets.length === 0) return values;
  return { ...values, ...Object.fromEntries(secrets.map((name) => [name, null])) };
}

function showTwice(record: WireRecord, members: readonly (readonly [name: string, field: string])[]): void {
  for (const [name, field] of members) record.set(name, record.get(field) ?? null);
}

function memberOf(name: string, field: FieldDefinition, { alwaysText, zeroWhenUnset }: WireNames): Member {
  const whenUnset = zeroWhenUnset?.includes(name) ? 0 : null;
  const print = printerOf(field);
  const member = { name, isPrefix: field.type === 'prefix' };
  if (!alwaysText?.includes(name)) return { ...member, whenUnset, print };
  return { ...member, whenUnset: String(whenUnset), print: (value) => String(print(value)) };
}

function printerOf(field: FieldDefinition): Member['print'] {
  switch (field.type) {
    case 'flag':
      return (value) => (value ? 1 : 0);
    case 'timestamp':
      return (value) => inServiceZone(value as string);
    case 'permissions':
      return (value) => (value instanceof Map ? printPermissionMap(value) : null);
    default:
      return printLoose;
  }
}

/** Prints a network as two members, and a folder as the unspecified address without mask. */
function printPrefix(printed: WireValue[], prefix: Prefix | null): void {
  printed.push(prefix ? prefix.network.toString() : '0.0.0.0', prefix ? String(prefix.length) : null);
}

function addCustom(record: WireRecord, values: CustomValues, { names, nested }: CustomPrinting): WireRecord {
  const target = nested ? new WireRecord(RecordShape.empty, []) : record;
  for (const name of names) target.set(name, printLoose(values[name] ?? null));
  if (nested) record.set('custom_fields', names.length > 0 ? target : null);
  return record;
}

/** Prints a value by its runtime type. */
function printLoose(value: FieldValue): WireValue {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null) return value;
  return isPrintedAsText(value) ? value.toString() : JSON.stringify(value);
}

const isPrintedAsText = (value: object): boolean => 'value' in value || 'network' in value;
