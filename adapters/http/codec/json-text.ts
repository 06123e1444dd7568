import { type RecordShape, type StreamedMember, type WireObject, WireRecord, type WireValue } from '../wire/wire-value.js';
import type { envelopeMembers, NumberStyle } from './codec.js';

/** The text before the value of a member. */
export interface MemberFrame {
  readonly start: string;
  readonly quoted: string;
  /** The text of the member with the value null. */
  readonly whenNull: string;
  readonly isPercent: boolean;
}

const frames = new WeakMap<RecordShape, readonly MemberFrame[]>();

/** Characters that JSON escapes: quotes, backslashes, control characters, and possibly lone surrogates. */
export const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** Encodes as JSON.stringify does, with a number style. */
export function jsonText(value: WireValue, numbers: NumberStyle): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return numbers === 'text' ? `"${value}"` : JSON.stringify(value);
  if (typeof value !== 'object') return value ? 'true' : 'false';
  if (value === null) return 'null';
  if (value instanceof WireRecord) return recordText(value, numbers);
  return isList(value) ? `[${value.map((item) => jsonText(item, numbers)).join(',')}]` : objectText(value, numbers);
}

/** Encodes in chunks: one item of a list at a time. */
export function* jsonTexts(value: WireValue, numbers: NumberStyle): Generator<string> {
  const isWhole = typeof value !== 'object' || value === null || value instanceof WireRecord;
  if (isWhole) yield jsonText(value, numbers);
  else if (isList(value)) {
    for (const [index, item] of value.entries()) yield (index === 0 ? '[' : ',') + jsonText(item, numbers);
    yield value.length === 0 ? '[]' : ']';
  } else {
    yield '{';
    for (const [index, [name, member]] of Object.entries(value).entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`;
      yield* jsonTexts(member, isPercent(name) && typeof member === 'number' ? 'native' : numbers);
    }
    yield '}';
  }
}

const quoted = (text: string): string => (special.test(text) ? JSON.stringify(text) : `"${text}"`);

function recordText(record: WireRecord, numbers: NumberStyle): string {
  const text = valuesText(record, numbers, 0, record.values.length);
  return text === '' ? '{}' : `${text}}`;
}

/** Returns the texts before and after the items of a streamed member, without its brackets. */
export function textsAround(record: WireRecord, { index }: StreamedMember, numbers: NumberStyle): readonly [string, string] {
  const before = valuesText(record, numbers, 0, index) + (framesOf(record.shape)[index]?.start ?? '');
  return [before, `${valuesText(record, numbers, index + 1, record.values.length)}}`];
}

/** Encodes the values of a record between the prepared member names of its shape. */
function valuesText({ shape, values }: WireRecord, numbers: NumberStyle, from: number, to: number): string {
  const members = framesOf(shape);
  let text = '';
  for (let index = from; index < to; index++) {
    const member = members[index];
    if (!member) break;
    const value = values[index] ?? null;
    if (value === null) text += member.whenNull;
    else if (typeof value === 'string' && !special.test(value)) text += `${member.quoted}${value}"`;
    else text += member.start + jsonText(value, member.isPercent && typeof value === 'number' ? 'native' : numbers);
  }
  return text;
}

export function framesOf(shape: RecordShape): readonly MemberFrame[] {
  let found = frames.get(shape);
  if (!found) {
    found = shape.names.map((name, index) => {
      const start = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      return { start, quoted: `${start}"`, whenNull: `${start}null`, isPercent: isPercent(name) };
    });
    frames.set(shape, found);
  }
  return found;
}

function objectText(value: WireObject, numbers: NumberStyle): string {
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${JSON.stringify(name)}:${jsonText(member, isPercent(name) && typeof member === 'number' ? 'native' : numbers)}`,
  );
  return `{${members.join(',')}}`;
}

const isPercent = (name: string): boolean => name.endsWith('_percent');

const isList = (value: WireObject | readonly WireValue[]): value is readonly WireValue[] => Array.isArray(value);

/** Encodes members of an answer. The number style applies to `data` only. */
export function membersText(members: ReturnType<typeof envelopeMembers>, numbers: NumberStyle): string {
  let text = '';
  for (const [name, value] of members)
    text += `${text === '' ? '' : ','}"${name}":${jsonText(value, name === 'data' ? numbers : 'native')}`;
  return text;
}
