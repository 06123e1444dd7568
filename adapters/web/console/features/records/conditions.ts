import type { AnyRecord } from '../../api/client';
import { type FieldDescription, labelOf } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { numberOf } from '../../values/ip';

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

const operators = ['contains', 'prefix', 'eq', 'ne', 'within', 'gte', 'lte', 'null'] as const;
export type Operator = (typeof operators)[number];

/** Types whose values the API does not filter. */
const unfiltered: readonly string[] = ['permissions', 'objects', 'idList'];

export const isFilterable = ({ type, isSecret }: FieldDescription): boolean => !unfiltered.includes(type) && !isSecret;

const byType: Readonly<Record<string, readonly Operator[]>> = {
  prefix: ['within'],
  address: ['eq', 'within', 'null'],
  reference: ['eq', 'ne', 'null'],
  enum: ['eq', 'ne', 'null'],
  flag: ['eq'],
  integer: ['eq', 'ne', 'gte', 'lte', 'null'],
  number: ['eq', 'ne', 'gte', 'lte', 'null'],
  timestamp: ['gte', 'lte', 'null'],
  date: ['gte', 'lte', 'null'],
  datetime: ['gte', 'lte', 'null'],
};

export const operatorsOf = ({ type }: FieldDescription): readonly Operator[] =>
  byType[type] ?? ['contains', 'prefix', 'eq', 'ne', 'null'];

/** Undefined for an unknown operator. */
function readCondition(text: string): Condition | undefined {
  const [, field = '', name = '', value = ''] = /^(\S+) ([a-z]+) (.*)$/s.exec(text) ?? [];
  const operator = operators.find((each) => each === name);
  return operator && { field, operator, value };
}

export const printCondition = ({ field, operator, value }: Condition): string => `${field} ${operator} ${value}`;

/** Ignores conditions that do not fit `fields`: a link may name a field that no longer exists. */
export const conditionsFor = (texts: readonly string[], fields: readonly FieldDescription[]): readonly Condition[] =>
  texts.flatMap((text) => {
    const condition = readCondition(text);
    const field = fields.find(({ name }) => name === condition?.field);
    return condition && field && isFilterable(field) && operatorsOf(field).includes(condition.operator) ? [condition] : [];
  });

export type Filter = readonly [string, string];

/** Field names of filters that differ from those of the description. */
const filterNames: Readonly<Record<string, string>> = { prefix: 'subnet' };

export const filterOf = ({ field, operator, value }: Condition): Filter => [
  `filter[${filterNames[field] ?? field}][${operator}]`,
  value,
];

/** Networks with the same address are sorted by their length. */
export function sortOf(sort: string): string {
  const [sign, name] = sort.startsWith('-') ? ['-', sort.slice(1)] : ['', sort];
  return name === 'prefix' ? `${sign}subnet,${sign}mask` : sort;
}

/** Example: VLAN is 110 Servers. @param valueText the name of the value */
export function conditionText({ operator, field, value }: Condition, kind: string, valueText: string): string {
  const label = labelOf(field, kind);
  if (operator === 'null') return t(value === '1' ? 'table.isEmpty' : 'table.isSet', { field: label });
  return `${label} ${operatorText(operator)} ${valueText}`;
}

export const operatorText = (operator: Operator): string => textFor(`table.operator.${operator}`, operator);

/** Records without a value come first, as in the API. */
type Key = number | bigint | string;

const numeric: readonly string[] = ['integer', 'number', 'flag'];
const technical: readonly string[] = ['address', 'prefix'];

/** Sorts in the browser. Compares numbers, addresses and prefixes by value, and other fields by their displayed text. */
export function sorted<Item>(
  items: readonly Item[],
  { name, type }: Pick<FieldDescription, 'name' | 'type'>,
  isDescending: boolean,
  { recordOf, textOf }: { readonly recordOf: (item: Item) => AnyRecord; readonly textOf: (item: Item) => string },
): readonly Item[] {
  const keyOf = (item: Item): Key => {
    const record = recordOf(item);
    if (numeric.includes(type)) return Number(record[name] ?? Number.NEGATIVE_INFINITY);
    if (!technical.includes(type)) return textOf(item);
    const ip = String((type === 'prefix' ? record.subnet : record[name]) ?? '');
    return ip === '' ? -1n : numberOf(ip);
  };
  const sign = isDescending ? -1 : 1;
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((one, other) => sign * compared(one.key, other.key))
    .map(({ item }) => item);
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compared(one: Key, other: Key): number {
  if (typeof one === 'string' || typeof other === 'string') return collator.compare(String(one), String(other));
  return one < other ? -1 : one > other ? 1 : 0;
}
