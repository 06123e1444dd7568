import { IpamError } from '../errors.js';
import { readField } from '../fields/read-fields.js';
import { addressBits, IpAddress } from '../net/ip-address.js';
import { readMacAddress } from '../net/mac-address.js';
import { isNetmask, Prefix, readPrefixLength } from '../net/prefix.js';
import { type Comparable, type Condition, comparable, type OneOf } from './condition.js';
import { anyInteger, isText, isWhole, type ListField } from './list-field.js';
import { foldCase } from './text-match.js';

export const operators = ['eq', 'ne', 'in', 'null', 'prefix', 'contains', 'regex', 'lt', 'lte', 'gt', 'gte', 'within'] as const;
export type Operator = (typeof operators)[number];

const ofAll: readonly Operator[] = ['eq', 'ne', 'in', 'null'];
const ofTexts: readonly Operator[] = [...ofAll, 'prefix', 'contains', 'regex'];
const ofOrdered: readonly Operator[] = [...ofAll, 'lt', 'lte', 'gt', 'gte'];

export function operatorsOf(field: ListField): readonly Operator[] {
  if (isText(field)) return ofTexts;
  switch (field.definition.type) {
    case 'flag':
      return ofAll;
    case 'prefix':
      return [...ofAll, 'within'];
    case 'address':
      return [...ofOrdered, 'regex', 'within'];
    default:
      return ofOrdered;
  }
}

/** Distinct values of `in`. */
const maxValues = 1000;

/** Values after expansion. One address expands to up to 129 networks. */
const maxCompared = 5000;

/**
 * @param input the value; for `in` several values, separated by commas. An empty value means unset.
 * @param compile returns a test with linear run time
 * @throws IpamError list.operatorUnknown, list.valueMissing, list.tooManyValues, field.* for an invalid value, and errors of
 *   `compile`
 */
export function readCondition(
  field: ListField,
  operator: string,
  input: string,
  compile: (pattern: string) => (text: string) => boolean,
): Condition {
  const known = operatorsOf(field).find((each) => each === operator);
  switch (known) {
    case undefined:
      throw new IpamError('list.operatorUnknown', { field: field.name, operator, among: operatorsOf(field) });
    case 'null':
      return {
        field,
        is: 'oneOf',
        values: [],
        orUnset: true,
        negated: !(readField(field.name, { type: 'flag' }, input) ?? true),
      };
    case 'eq':
    case 'ne':
      return oneOf(field, [input], known === 'ne');
    case 'in':
      return oneOf(field, input.split(','), false);
    case 'prefix':
    case 'contains':
      return { field, is: known, text: textOf(field, input) };
    case 'regex':
      return { field, is: known, test: compile(input) };
    case 'within':
      return { field, is: known, prefix: readNetwork(field, input) };
    default:
      return { field, is: known, value: readOne(field, known, input) };
  }
}

function oneOf(field: ListField, inputs: readonly string[], negated: boolean): OneOf {
  const texts = new Set(inputs);
  if (texts.size > maxValues) throw new IpamError('list.tooManyValues', { field: field.name, max: maxValues });
  const values: Comparable[] = [];
  for (const text of texts) {
    if (text !== '') values.push(...valuesOf(field, text));
    if (values.length > maxCompared) throw new IpamError('list.tooManyValues', { field: field.name, max: maxValues });
  }
  const isZero = (text: string) => field.definition.type === 'reference' && text === '0';
  return { field, is: 'oneOf', values, orUnset: [...texts].some((text) => text === '' || isZero(text)), negated };
}

/** An address without prefix length matches every network with this network address. */
function valuesOf(field: ListField, text: string): readonly Comparable[] {
  const { name, definition } = field;
  if (definition.type === 'prefix') {
    const ip = IpAddress.readOrDecimal(text);
    return ip ? networksAt(ip) : [readNetwork(field, text)];
  }
  if (definition.type === 'mac') return [readMacAddress(text) ?? textOf(field, text)];
  if (isText(field)) return [textOf(field, text)];
  const length = field.of === 'maskLength' && isNetmask(text) ? readPrefixLength(text) : undefined;
  if (length !== undefined) return [length];
  const value = readField(name, isWhole(field) ? anyInteger : definition, text);
  return value === null ? [] : [comparable(field, value)];
}

/** MAC addresses are stored with colons. */
const textOf = ({ definition }: ListField, text: string): string =>
  foldCase(definition.type === 'mac' ? text.replaceAll('-', ':') : text);

function networksAt(ip: IpAddress): readonly Prefix[] {
  const lengths = Array.from({ length: addressBits(ip.family) + 1 }, (_, length) => length);
  return lengths.map((length) => Prefix.containing(ip, length)).filter(({ network }) => network.equals(ip));
}

function readOne(field: ListField, operator: Operator, text: string): Comparable {
  const [value] = text === '' ? [] : valuesOf(field, text);
  if (value === undefined) throw new IpamError('list.valueMissing', { field: field.name, operator });
  return value;
}

/** Reads an address as a host network. */
function readNetwork({ name }: ListField, text: string): Prefix {
  const ip = text.includes('/') ? undefined : IpAddress.read(text);
  const prefix = ip ? Prefix.of(ip, addressBits(ip.family)) : Prefix.read(text);
  if (!prefix) throw new IpamError('field.type', { field: name, expected: 'network' });
  return prefix;
}
