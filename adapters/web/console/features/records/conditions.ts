import { type FieldDescription, labelOf } from '../../api/kinds';
import { t, textFor } from '../../texts/text';

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
