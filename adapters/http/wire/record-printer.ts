import { recordTemplate } from '../../../application/record-template.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../../../domain/catalog/field.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { printPermissionMap } from '../../../domain/permission/permission-map.js';
import type { WireNames } from './names.js';
import type { WireValue } from './wire-value.js';

/** How an application wants custom fields: which there are, and whether they stand in an object of their own. */
export interface CustomPrinting {
  readonly names: readonly string[];
  readonly nested: boolean;
}

/** Prints the members of a record in the order of its fields: numbers as numbers, flags as 0 and 1. */
export type RecordPrinter = (
  record: { readonly id: number; readonly custom: CustomValues },
  values: object,
  custom: CustomPrinting,
) => Record<string, WireValue>;

/** Makes the printer of a resource from its fields. @param idName name of the id on the wire */
export function recordPrinter(fields: FieldSet, names: WireNames, idName = names.id ?? 'id'): RecordPrinter {
  const shown = Object.entries(fields).filter(([, field]) => !field.hidden);
  const members = shown.map(([name, field]) => ({ name, isPrefix: field.type === 'prefix', whenUnset: printValue(field, null) }));
  const alwaysText = names.alwaysText ?? [];
  const template = recordTemplate([idName, ...members.flatMap(({ name, isPrefix }) => (isPrefix ? ['subnet', 'mask'] : [name]))]);
  return (record, values, custom) => {
    const printed: Record<string, WireValue> = { ...template };
    printed[idName] = record.id;
    for (const { name, isPrefix, whenUnset } of members) {
      const value = (values as Record<string, FieldValue>)[name] ?? null;
      if (isPrefix) printPrefix(printed, value as Prefix | null);
      else printed[name] = value === null ? whenUnset : printPresent(value);
    }
    for (const name of alwaysText) printed[name] = String(printed[name]);
    return printCustom(printed, record.custom, custom);
  };
}

/** A network prints as two members; a folder has the unspecified address and no mask. */
function printPrefix(printed: Record<string, WireValue>, prefix: Prefix | null): void {
  printed.subnet = prefix ? prefix.network.toString() : '0.0.0.0';
  printed.mask = prefix ? String(prefix.length) : null;
}

function printCustom(
  printed: Record<string, WireValue>,
  values: CustomValues,
  { names, nested }: CustomPrinting,
): Record<string, WireValue> {
  if (names.length === 0 && !nested) return printed;
  const printedCustom = Object.fromEntries(names.map((name) => [name, printLoose(values[name] ?? null)]));
  if (!nested) return Object.assign(printed, printedCustom);
  printed.custom_fields = names.length > 0 ? printedCustom : null;
  return printed;
}

/** The wire form of one field's value. */
export function printValue(field: FieldDefinition, value: FieldValue): WireValue {
  if (value === null) return field.type === 'reference' && field.default === 0 ? 0 : null;
  return printPresent(value);
}

const printPresent = (value: FieldValue): WireValue => (value instanceof Map ? printPermissionMap(value) : printLoose(value));

/** The wire form of a value whose type shows in the value itself. */
function printLoose(value: FieldValue): WireValue {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null) return value;
  return isPrintedAsText(value) ? value.toString() : JSON.stringify(value);
}

const isPrintedAsText = (value: object): boolean => 'value' in value || 'network' in value;
