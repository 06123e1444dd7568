import { isStored, type StoredCondition } from '../../../domain/listing/condition.js';
import type { ListField } from '../../../domain/listing/list-field.js';
import { readCondition } from '../../../domain/listing/read-condition.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { readMacAddress } from '../../../domain/net/mac-address.js';
import { readId } from '../../../domain/scalar-text.js';
import { numberIn } from './filter.js';
import { RequestPatterns } from './pattern.js';

/**
 * Returns an indexed condition that selects all records that match a full filter (applyFilter), and few others. Returns undefined
 * if there is no such condition, and for custom fields, which have other indexes.
 */
export function narrowing(field: ListField, text: string): StoredCondition | undefined {
  const value = valueEqualTo(field, text);
  if (value === undefined) return undefined;
  if (value === null) return { field, is: 'oneOf', values: [], orUnset: false, negated: false };
  const condition = readCondition(field, 'eq', value, (pattern) => new RequestPatterns().compile(pattern, field.name));
  return isStored(condition) ? condition : undefined;
}

/**
 * Returns the only field value whose printed form equals a text, as condition input. Returns null if no value can equal the text,
 * and undefined if an index cannot decide.
 */
function valueEqualTo({ name, of, definition: { type } }: ListField, text: string): string | null | undefined {
  if (of === 'id') return idEqualTo(text);
  if (of !== 'field') return undefined;
  if (type === 'mac') return readMacAddress(text) ?? textEqualTo(text);
  if (name === 'hostname') return textEqualTo(text);
  switch (type) {
    case 'reference':
      return idEqualTo(text);
    case 'address':
      return IpAddress.readOrDecimal(text)?.toString() ?? null;
    case 'prefix':
      return networkEqualTo(text);
    default:
      return undefined;
  }
}

/** Returns the text; undefined for a number. A number also equals its other formats, which an index of texts cannot find. */
const textEqualTo = (text: string): string | undefined => (numberIn(text) === undefined ? text : undefined);

/** Unset references may be printed as 0 and are not in an index. */
function idEqualTo(text: string): string | null | undefined {
  const id = readId(Number(numberIn(text) ?? Number.NaN));
  if (id === undefined) return null;
  return id === 0 ? undefined : String(id);
}

/** Folders are printed as the lowest network. */
function networkEqualTo(text: string): string | null | undefined {
  const address = IpAddress.readOrDecimal(text)?.toString() ?? null;
  return address === '0.0.0.0' ? undefined : address;
}
