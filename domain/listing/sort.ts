import { IpamError } from '../errors.js';
import type { FieldValue } from '../fields/field.js';
import type { KindRecord } from '../fields/kind.js';
import { readField } from '../fields/read-fields.js';
import { Prefix } from '../net/prefix.js';
import { readId } from '../scalar-text.js';
import { type Comparable, comparable, compareValues } from './condition.js';
import { anyInteger, fieldValue, isText, isWhole, type ListField } from './list-field.js';

/** A field of a sort order. Unset values come first, in descending order last. */
export interface SortField {
  readonly field: ListField;
  readonly descending: boolean;
}

/** Sort order of a list; ties are ordered by id, ascending. */
export type Sort = readonly SortField[];

/** Sorting compares so many characters, which limits the length of a position. */
export const sortedCharacters = 255;

/** A position after the record with these sort values and this id. */
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

/** Returns a negative number, zero or a positive one. */
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

/** @throws IpamError list.positionUnknown for a text that is no position of this sort order */
export function readPosition(sort: Sort, text: string): Position {
  const parts = readList(text);
  const id = parts.at(-1);
  const isSound = parts.length === sort.length + 2 && parts[0] === nameOf(sort);
  if (!isSound || typeof id !== 'number' || readId(id) !== id) throw new IpamError('list.positionUnknown');
  const values = sort.map(({ field }, index) => readSortValue(field, parts[index + 1]));
  return { values, id };
}

/** A JSON array; empty for any other text. */
function readList(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function readSortValue(field: ListField, given: unknown): Comparable | null {
  if (given === null) return null;
  if (isText(field)) return soundText(given);
  if (field.definition.type === 'prefix') return (typeof given === 'string' && Prefix.read(given)) || unknown();
  try {
    const { name, definition } = field;
    const value = readField(name, isWhole(field) ? anyInteger : definition, given);
    return value === null ? unknown() : comparable(field, value);
  } catch (error) {
    if (error instanceof IpamError) return unknown();
    throw error;
  }
}

/** Stored text contains neither lone surrogates nor NUL. */
const soundText = (given: unknown): string =>
  typeof given === 'string' && given.length <= 2 * sortedCharacters && !/[\0\p{Cs}]/u.test(given) ? given : unknown();

function unknown(): never {
  throw new IpamError('list.positionUnknown');
}
