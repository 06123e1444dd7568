import { chunked, chunksFrom } from '../../../application/listing.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { readMacAddress } from '../../../domain/net/mac-address.js';
import { readPrefixLength } from '../../../domain/net/prefix.js';
import { RequestError } from '../request-error.js';
import { yieldToEventLoop } from '../yield.js';
import { type AwaitedList, awaitFirst } from './lists.js';
import type { RequestParameters } from './parameters.js';
import { compilePattern } from './pattern.js';
import { WireRecord, type WireValue } from './wire-value.js';

export interface Filter {
  readonly field: string;
  readonly value: string;
  readonly match: string;
}

type TextTest = (text: string) => boolean;

/** Milliseconds of comparisons between two yields to the event loop. */
const maxWorkAtOnce = 10;

/**
 * Reads the parameters filter_by, filter_value and filter_match. applyFilter performs the checks that need a record.
 * @returns undefined without filter_by; the other two parameters are then ignored
 * @throws RequestError filter.valueMissing, filter.valueEmpty
 */
export function readFilter(parameters: RequestParameters): Filter | undefined {
  if (parameters.filter_by === undefined || parameters.filter_by === null) return undefined;
  const value = scalarText(parameters.filter_value);
  if (value === undefined) throw new RequestError('filter.valueMissing');
  const match = scalarText(parameters.filter_match ?? 'full') ?? '';
  if (value === '' && match !== 'partial') throw new RequestError('filter.valueEmpty');
  return { field: scalarText(parameters.filter_by) ?? '', value, match };
}

/**
 * Returns the items that match the filter, in their order. The promise resolves when the first match is found. The result can be
 * read once; closing it early closes `items`. Values are compared as printed. Unset values and empty lists are empty texts. A
 * record, such as the location of a subnet, counts as its id. Other lists and objects never match. Nested custom fields count as
 * members of the record.
 * - full: equal by PHP's ==. For `ip`, `subnet`, `mask` and `mac`, all formats of the value match.
 * - partial: the text contains the value, case-sensitive.
 * - regex: the value is a regular expression (compilePattern).
 * @param maxWork maximum milliseconds of comparisons, which only regular expressions exceed. The error is filter.regexWork. After
 * the first match, the list ends with this error.
 * @throws RequestError in this order: filter.fieldUnknown (the first item has no such member), filter.matchUnknown,
 * filter.regexInvalid, filter.regexWork, filter.nothing (no match)
 */
export async function applyFilter(
  filter: Filter,
  items: AsyncIterable<WireRecord>,
  maxWork = 5000,
): Promise<AwaitedList<WireRecord>> {
  const passing = await awaitFirst(matchingItems(filter, items, maxWork));
  if (passing.empty) throw new RequestError('filter.nothing');
  return passing;
}

/**
 * Stops reading a list when its client disconnects, because a filter may read to the end without a match.
 * @returns a list that ends with RequestError request.aborted at the first chunk after the disconnection
 */
export const whileAwaited = <T>(items: AsyncIterable<T>, isGone: () => boolean): AsyncIterable<T> =>
  chunked(async function* () {
    for await (const chunk of chunksFrom(items)) {
      if (isGone()) throw new RequestError('request.aborted');
      yield chunk;
    }
  });

async function* matchingItems(filter: Filter, items: AsyncIterable<WireRecord>, maxWork: number): AsyncGenerator<WireRecord> {
  let test: TextTest | undefined;
  let busy = 0;
  let nextPause = maxWorkAtOnce;
  for await (const item of items) {
    if (!test && filter.match === 'regex') await yieldToEventLoop(); // compilation takes up to 20 ms
    test ??= testFor(filter, item);
    const text = printed(memberOf(item, filter.field));
    const started = performance.now();
    const passes = text !== undefined && test(text);
    busy += performance.now() - started;
    if (passes) yield item;
    if (busy < nextPause) continue;
    if (busy > maxWork) throw new RequestError('filter.regexWork');
    await yieldToEventLoop();
    nextPause = busy + maxWorkAtOnce;
  }
  if (!test) testOf(filter);
}

function testFor(filter: Filter, first: WireRecord): TextTest {
  if (memberOf(first, filter.field) === undefined) throw new RequestError('filter.fieldUnknown');
  return testOf(filter);
}

function memberOf(record: WireRecord, name: string): WireValue | undefined {
  const own = record.get(name);
  if (own !== undefined) return own;
  const nested = record.get('custom_fields');
  return nested instanceof WireRecord ? nested.get(name) : undefined;
}

function testOf({ field, value, match }: Filter): TextTest {
  if (match === 'partial') return (text) => text.includes(value);
  if (match === 'regex') return compilePattern(value);
  if (match !== 'full') throw new RequestError('filter.matchUnknown');
  const equal = looselyEqual(value);
  const printed = printedForm(field, value);
  return printed === undefined ? equal : (text) => text === printed || equal(text);
}

/** Returns the printed form of a value with several formats; undefined for other fields and invalid values. */
function printedForm(field: string, value: string): string | undefined {
  if (field === 'ip' || field === 'subnet') return IpAddress.readOrDecimal(value)?.toString();
  return field === 'mac' ? readMacAddress(value) : field === 'mask' ? readPrefixLength(value)?.toString() : undefined;
}

/** Returns a parameter as text; undefined if absent, null, a list or an object. */
function scalarText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns the value of a member as text; undefined if it never matches. */
function printed(value: WireValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  const id = value instanceof WireRecord ? value.get('id') : undefined;
  return scalarText(id ?? value);
}

const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const phpSpace = /^[ \t\n\r\v\f]+|[ \t\n\r\v\f]+$/g;

/** PHP's == for texts: numeric texts compare by value ("01" equals "1"), others exactly. */
function looselyEqual(expected: string): TextTest {
  const number = numberIn(expected);
  if (number === undefined) return (text) => text === expected;
  return (text) => text === expected || sameNumber(number, numberIn(text));
}

/** Returns the canonical form of a numeric text: integers of any size without leading zeros, others as a number. */
export function numberIn(text: string): string | number | undefined {
  if (text.length > 400) return undefined;
  const bare = text.replace(phpSpace, '');
  if (!numeric.test(bare)) return undefined;
  return /^[+-]?\d+$/.test(bare) ? BigInt(bare.replace(/^\+/, '')).toString() : Number(bare);
}

const sameNumber = (one: string | number, other: string | number | undefined): boolean =>
  other !== undefined && (typeof one === typeof other ? one === other : Number(one) === Number(other));
