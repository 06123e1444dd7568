import { chunksFrom } from '../../../application/listing.js';
import type { WireValue } from '../wire/wire-value.js';

/** The members of an answer. Undefined and null members are not sent. */
export interface Envelope {
  readonly code: number;
  readonly success: boolean;
  readonly message?: string | null | undefined;
  readonly id?: number | string | null | undefined;
  readonly subnetId?: number | string | null | undefined;
  readonly data?: WireValue | undefined;
  readonly total?: number | undefined;
  readonly next?: string | undefined;
  readonly ip?: string | null | undefined;
  readonly dry_run?: true | undefined;
  readonly explain?: WireValue | undefined;
  /** Processing time in seconds. */
  readonly time?: number | null | undefined;
}

const envelopeOrder = [
  'code',
  'success',
  'message',
  'id',
  'subnetId',
  'data',
  'total',
  'next',
  'ip',
  'dry_run',
  'explain',
  'time',
] as const satisfies (keyof Envelope)[];

/** Returns the set members of an answer, in wire order. */
export function envelopeMembers(envelope: Envelope): (readonly [name: keyof Envelope, value: WireValue])[] {
  const members: (readonly [keyof Envelope, WireValue])[] = [];
  for (const name of envelopeOrder) {
    const value = envelope[name];
    if (value !== undefined && value !== null) members.push([name, value]);
  }
  return members;
}

/** Returns the members before and after `data`, which is encoded separately. `data` in the head is ignored. */
export function membersAroundData(head: Envelope, tail: Pick<Envelope, 'total' | 'next' | 'time'>) {
  const members = envelopeMembers({ ...head, ...tail }).filter(([name]) => name !== 'data');
  const position = members.findIndex(([name]) => isBehindData(name));
  const end = position < 0 ? members.length : position;
  return { before: members.slice(0, end), after: members.slice(end) };
}

const isBehindData = (name: keyof Envelope): boolean => envelopeOrder.indexOf(name) > envelopeOrder.indexOf('data');

export interface NamedList {
  readonly name: string;
  readonly items: AsyncIterable<WireValue>;
}

export type ListTail = () => Pick<Envelope, 'total' | 'next' | 'time'>;

/**
 * Number style of an answer's `data`. `text`, the default of INTERFACE.md, prints numbers at any depth as decimal text, except
 * members with names ending in `_percent`. `native` prints JSON numbers. Flags of records are the numbers 0 and 1. Booleans occur
 * only where the wire format requires one ("Subnet Class": false).
 */
export type NumberStyle = 'text' | 'native';

/** The `data` of an answer in chunks: a value, a list, or several named lists. */
export type AnswerData =
  | { readonly value: WireValue }
  | { readonly items: AsyncIterable<WireValue> }
  /** The first list must have an item; later empty lists are omitted. */
  | { readonly lists: readonly NamedList[] };

/** An encoding of answers. All methods print the members of the envelope in wire order and omit unset ones. */
export interface Codec {
  readonly contentType: string;

  /**
   * Encodes a whole answer.
   * @param root name of the root element, for XML
   * @param numbers number style of `data`; native by default
   */
  encode(envelope: Envelope, root: string, numbers?: NumberStyle): string;

  /**
   * Encodes a long answer in chunks. Lists are read item by item, in constant memory. The joined chunks equal `encode` of the same
   * envelope with the items as `data`. The generator rethrows errors of lists, and closes them when it is closed early.
   * @param head members before the data (`data` and `time` are ignored)
   * @param tail called after the last item
   */
  encodePieces(head: Envelope, data: AnswerData, tail: ListTail, root: string, numbers?: NumberStyle): AsyncGenerator<string>;
}

/** Minimum length of a streamed chunk in characters; the last one may be shorter. */
export const minPieceLength = 32 * 1024;

/** The texts before and after the items of a list: `opening` and `closing`, or `empty` for an empty list. */
export interface ListFrame {
  readonly opening: string;
  readonly closing: string;
  readonly empty: string;
}

/** Encodes the list item at a position from 0: as one text, or as several texts if it contains lists. */
type WriteItem = (item: WireValue, position: number) => string | readonly (string | ListText)[];

export interface ListText {
  readonly items: AsyncIterable<WireValue>;
  readonly frame: ListFrame;
  readonly write: WriteItem;
}

/** Joins texts and lists to chunks of about 32 KiB. Memory is constant, also for nested lists. */
export async function* writePieces(chunks: Iterable<string | ListText>, end: () => string): AsyncGenerator<string> {
  let piece = '';
  for (const chunk of chunks) {
    for await (const text of typeof chunk === 'string' ? [chunk] : textsOf(chunk)) {
      piece += text;
      if (piece.length < minPieceLength) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece + end();
}

async function* textsOf(list: ListText): AsyncGenerator<string, void, undefined> {
  let position = 0;
  for await (const chunk of chunksFrom(list.items)) {
    for (const text of textsOfChunk(list, chunk, position)) {
      if (typeof text === 'string') yield text;
      else yield* textsOf(text);
    }
    position += chunk.length;
  }
  yield position === 0 ? list.frame.empty : list.frame.closing;
}

function* textsOfChunk({ frame, write }: ListText, chunk: readonly WireValue[], first: number): Generator<string | ListText> {
  let text = first === 0 && chunk.length > 0 ? frame.opening : '';
  let position = first;
  for (const item of chunk) {
    const written = write(item, position++);
    if (typeof written === 'string') text += written;
    else {
      yield text;
      yield* written;
      text = '';
    }
    if (text.length < minPieceLength) continue;
    yield text;
    text = '';
  }
  yield text;
}
