import { IpamError } from '../errors.js';
import type { FieldValue } from '../fields/field.js';
import type { KindRecord } from '../fields/kind.js';
import { readField } from '../fields/read-fields.js';
import { Prefix } from '../net/prefix.js';
import { readId } from '../scalar-text.js';
import { type Comparable, comparable, compareValues } from './condition.js';
import { anyInteger, fieldValue, isText, isWhole, type ListField } from './list-field.js';

/** Unset values come first in ascending order, last in descending order. */
export interface SortField {
  readonly field: ListField;
  readonly descending: boolean;
}

/** Ties are sorted by id, ascending. */
export type Sort = readonly SortField[];

/** Sorting compares this number of characters. It limits the length of a position. */
export const sortedCharacters = 255;

/** A position after a record: its sort values and id. */
export interface Position {
  readonly values: readonly (Comparable | null)[];
  readonly id: number;
}

export const positionOf = (sort: Sort, record: KindRecord): Position => ({
  values: sort.map(({ field }) => sortValue(field, fieldValue(field, record))),
  id: record.id,
});

export const isCut = (field: ListField): boolean =>
  isText(field) && !('max' in field.definition && (field.definition.max ?? sortedCharacters + 1) <= sortedCharacters);

function sortValue(field: ListField, value: FieldValue): Comparable | null {
  if (value === null) return null;
  const whole = comparable(field, value);
  return typeof whole === 'string' && whole.length > sortedCharacters ? [...whole].slice(0, sortedCharacters).join('') : whole;
}

export function comparePositions(sort: Sort, one: Position, other: Position): number {
  for (const [index, { descending }] of sort.entries()) {
    const order = compareNullable(one.values[index] ?? null, other.values[index] ?? null);
    if (order !== 0) return descending ? -order : order;
  }
  return one.id - other.id;
}

function compareNullable(one: Comparable | null, other: Comparable | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return compareValues(one, other);
}

const nameOf = (sort: Sort): string => sort.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`).join();

export const writePosition = (sort: Sort, { values, id }: Position): string =>
  JSON.stringify([nameOf(sort), ...values.map((value) => (typeof value === 'object' ? (value?.toString() ?? null) : value)), id]);

/** @throws IpamError list.positionUnknown if the text is not a position of this sort order */
export function readPosition(sort: Sort, text: string): Position {
  const list = readList(text);
  const id = list.at(-1);
  const isSound = list.length === sort.length + 2 && list[0] === nameOf(sort);
  if (!isSound || typeof id !== 'number' || readId(id) !== id) throw new IpamError('list.positionUnknown');
  const values = sort.map(({ field }, index) => readSortValue(field, list[index + 1]));
  return { values, id };
}

function readList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function readSortValue(field: ListField, input: unknown): Comparable | null {
  if (input === null) return null;
  if (isText(field)) return validText(input);
  if (field.definition.type === 'prefix') return (typeof input === 'string' && Prefix.read(input)) || unknown();
  try {
    const { name, definition } = field;
    const value = readField(name, isWhole(field) ? anyInteger : definition, input);
    return value === null ? unknown() : comparable(field, value);
  } catch (error) {
    if (error instanceof IpamError) return unknown();
    throw error;
  }
}

/** Refuses lone surrogates and NUL, which stored text does not contain. */
const validText = (text: unknown): string =>
  typeof text === 'string' && text.length <= 2 * sortedCharacters && !/[\0\p{Cs}]/u.test(text) ? text : unknown();

function unknown(): never {
  throw new IpamError('list.positionUnknown');
}
