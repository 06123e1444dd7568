import fc from 'fast-check';
import { addressFields } from '../../../domain/address/address.js';
import { vlan } from '../../../domain/catalog/kind-descriptors.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { FieldSet } from '../../../domain/fields/field.js';
import { type ListFields, listFieldsOf } from '../../../domain/listing/list-field.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';

/** A record of the model, with values in readable form. */
export type ModelRow = Readonly<Record<string, string | number | boolean | null>> & { readonly id: number };

/** A condition in the form of a request. */
export interface Wanted {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** An order in the form of a request. */
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

type Sort = 'text' | 'number' | 'flag' | 'time' | 'ip' | 'network';

/** A field of the model: the type of its values, and sample values. */
interface ModelField {
  readonly sort: Sort;
  readonly values: fc.Arbitrary<string | number | boolean | null>;
}

const custom: readonly CustomField[] = [
  { on: 'addresses', name: 'Env', type: 'varchar(40)', nullable: true, default: null, comment: '' },
  { on: 'addresses', name: 'size', type: 'int', nullable: true, default: null, comment: '' },
  { on: 'addresses', name: 'done', type: 'bool', nullable: true, default: null, comment: '' },
  { on: 'addresses', name: 'bought', type: 'date', nullable: true, default: null, comment: '' },
];

export const customNames = custom.map(({ name }) => name);

const characters = fc.constantFrom('a', 'A', 'b', 'ä', 'Ä', 'É', '-', '1', '%', '_', '\\', '😀', '～');
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 4 });
const words = fc.array(characters, { minLength: 1, maxLength: 3 }).map((each) => each.join(''));
const longWords = fc.oneof(
  words,
  words.map((word) => `${'x'.repeat(254)}${word}`),
);
const text = { sort: 'text', values: maybe(words) } as const;
const times = ['2023-12-31 23:59:59', '2024-01-01 00:00:00', '2024-03-01 12:00:00'];
const numbers = fc.constantFrom(0, 1, 9, 10, 100);

const ofCustom = {
  Env: text,
  size: { sort: 'number', values: maybe(fc.constantFrom(-5, 0, 9, 10)) },
  done: { sort: 'flag', values: maybe(fc.boolean()) },
  bought: { sort: 'time', values: maybe(fc.constantFrom('2023-12-31', '2024-01-01')) },
} as const;

/** Fields of each record type for list queries. */
export const modelFields = {
  address: {
    hostname: text,
    mac: { sort: 'text', values: maybe(fc.constantFrom('00:11:22:33:44:55', 'aa:bb:cc:dd:ee:ff')) },
    description: text,
    note: { sort: 'text', values: maybe(longWords) },
    tag: { sort: 'number', values: maybe(fc.constantFrom(1, 2, 3)) },
    lastSeen: { sort: 'time', values: maybe(fc.constantFrom(...times)) },
    excludePing: { sort: 'flag', values: fc.boolean() },
    PTR: { sort: 'number', values: maybe(numbers) },
    ...ofCustom,
  },
  subnet: {
    prefix: {
      sort: 'network',
      values: maybe(fc.constantFrom('9.0.0.0/8', '10.0.0.0/8', '10.0.0.0/16', '10.0.0.0/24', '10.0.1.0/24', '::/0', 'fd00::/8')),
    },
    description: text,
    tag: { sort: 'number', values: maybe(fc.constantFrom(1, 2)) },
    threshold: { sort: 'number', values: maybe(numbers) },
    isFull: { sort: 'flag', values: fc.boolean() },
    editDate: { sort: 'time', values: maybe(fc.constantFrom(...times)) },
    ...ofCustom,
  },
  vlan: {
    name: { sort: 'text', values: words },
    number: { sort: 'number', values: numbers },
    description: text,
    editDate: { sort: 'time', values: maybe(fc.constantFrom(...times)) },
    ...ofCustom,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export type ModelOwner = keyof typeof modelFields;

const fieldSets: Readonly<Record<ModelOwner, FieldSet>> = { address: addressFields, subnet: subnetFields, vlan: vlan.fields };

export const listFields = (owner: ModelOwner): ListFields => listFieldsOf(fieldSets[owner], custom);

const further: Readonly<Record<ModelOwner, Readonly<Record<string, Sort>>>> = {
  address: { id: 'number', ip: 'ip' },
  subnet: { id: 'number', maskLength: 'number', isFolder: 'flag' },
  vlan: { id: 'number' },
};

function sortOf(owner: ModelOwner, field: string): Sort {
  const known: Readonly<Record<string, ModelField>> = modelFields[owner];
  return known[field]?.sort ?? further[owner][field] ?? 'text';
}

const names = (owner: ModelOwner): string[] => [...Object.keys(modelFields[owner]), ...Object.keys(further[owner])];

const operands: Readonly<Record<Sort, fc.Arbitrary<string>>> = {
  text: words,
  number: fc.constantFrom('-5', '0', '1', '2', '9', '10', '24'),
  flag: fc.constantFrom('0', '1'),
  time: fc.constantFrom('2023-12-31', '2024-01-01'),
  ip: fc.constantFrom('10.0.0.1', '10.0.0.7', '10.0.0.200'),
  network: fc.constantFrom('10.0.0.0/16', '10.0.0.0/24', 'fd00::/8', '10.0.0.0'),
};

const operatorsOf: Readonly<Record<Sort, readonly string[]>> = {
  text: ['eq', 'ne', 'in', 'null', 'prefix', 'contains'],
  number: ['eq', 'ne', 'in', 'null', 'lt', 'lte', 'gt', 'gte'],
  flag: ['eq', 'ne', 'null'],
  time: ['eq', 'ne', 'in', 'null', 'lt', 'lte', 'gt', 'gte'],
  ip: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'within'],
  network: ['eq', 'ne', 'null', 'within'],
};

const nets = fc.constantFrom('10.0.0.0/25', '10.0.0.0/16', '10.0.0.0/8', '::/0');

/** Operands of an operator in a request. */
function givenTo(operator: string, one: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (operator === 'null') return fc.constantFrom('0', '1');
  if (operator === 'within') return nets;
  if (operator === 'in') return fc.array(one, { minLength: 1, maxLength: 3 }).map((each) => each.join());
  return ['eq', 'ne'].includes(operator) ? fc.oneof({ weight: 5, arbitrary: one }, fc.constant('')) : one;
}

/** Conditions of requests. */
export const wanted = (owner: ModelOwner): fc.Arbitrary<Wanted> =>
  fc.constantFrom(...names(owner)).chain((field) => {
    const sort = sortOf(owner, field);
    const one = sort === 'time' && field !== 'bought' ? fc.constantFrom(...times) : operands[sort];
    return fc
      .constantFrom(...operatorsOf[sort])
      .chain((operator) => givenTo(operator, one).map((value) => ({ field, operator, value })));
  });

/** Orders of requests. A third of those of subnets sort folders apart, like the lists of a section. */
export function orders(owner: ModelOwner): fc.Arbitrary<Order[]> {
  const by = (...fields: string[]) => fc.record({ field: fc.constantFrom(...fields), descending: fc.boolean() });
  const any = fc.uniqueArray(by(...names(owner)), { maxLength: 3, selector: ({ field }) => field });
  const inSection = fc.tuple(by('isFolder'), by('prefix', 'description', 'id'));
  return owner === 'subnet' ? fc.oneof({ weight: 2, arbitrary: any }, { weight: 1, arbitrary: inSection }) : any;
}

const folded = (value: unknown): string => String(value).toLowerCase();

/** A search text. In MAC addresses hyphens become colons. */
const searchTextOf = (field: string, value: string): string => folded(field === 'mac' ? value.replaceAll('-', ':') : value);

/** The sort key of a value, as a list of numbers. */
function keysOf(sort: Sort, value: string | number | boolean): readonly (number | bigint)[] {
  if (sort === 'text') return [...folded(value)].slice(0, 255).map((character) => character.codePointAt(0) ?? 0);
  if (sort === 'time') return [...String(value)].map((character) => character.charCodeAt(0));
  if (sort === 'ip') return addressKeys(IpAddress.parse(String(value)));
  if (sort === 'network') return networkKeys(Prefix.parse(String(value)));
  return [Number(value)];
}

const addressKeys = ({ family, value }: IpAddress) => [family, value];
const networkKeys = ({ network, length }: Prefix) => [...addressKeys(network), length];

function compare(sort: Sort, one: ModelRow[string], other: ModelRow[string]): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  const [left, right] = [keysOf(sort, one), keysOf(sort, other)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [a, b] = [left[i], right[i]];
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

/** Whether a row of the model meets a condition. */
export function meetsWanted(owner: ModelOwner, row: ModelRow, { field, operator, value }: Wanted): boolean {
  const own = row[field] ?? null;
  const sort = sortOf(owner, field);
  const isOne = (text: string): boolean => {
    if (text === '') return own === null;
    if (own === null) return text === '0' && field === 'tag';
    if (sort === 'network') return own === text || String(own).split('/')[0] === text;
    if (sort === 'flag') return own === (text === '1');
    return sort === 'text'
      ? folded(own) === searchTextOf(field, text)
      : compare(sort, own, sort === 'number' ? Number(text) : text) === 0;
  };
  if (operator === 'null') return (own === null) === (value === '1');
  if (operator === 'eq') return isOne(value);
  if (operator === 'ne') return !isOne(value);
  if (operator === 'in') return value.split(',').some(isOne);
  if (own === null) return false;
  if (operator === 'prefix') return folded(own).startsWith(searchTextOf(field, value));
  if (operator === 'contains') return folded(own).includes(searchTextOf(field, value));
  if (operator === 'within') return liesIn(String(own), Prefix.parse(value));
  const order = compare(sort, own, sort === 'number' ? Number(value) : value);
  return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[operator] ?? false;
}

const liesIn = (own: string, outer: Prefix): boolean =>
  own.includes('/') ? outer.contains(Prefix.parse(own)) : outer.containsAddress(IpAddress.parse(own));

/** The ids of the matching rows, in the requested order. */
export function modelList(
  owner: ModelOwner,
  rows: readonly ModelRow[],
  where: readonly Wanted[],
  by: readonly Order[],
): number[] {
  const found = rows.filter((row) => where.every((each) => meetsWanted(owner, row, each)));
  const sorted = found.toSorted((one, other) => {
    for (const { field, descending } of by) {
      const order = compare(sortOf(owner, field), one[field] ?? null, other[field] ?? null);
      if (order !== 0) return descending ? -order : order;
    }
    return one.id - other.id;
  });
  return sorted.map(({ id }) => id);
}
