import { chunksFrom } from '../../../application/listing.js';
import type { Envelope } from '../wire/envelope.js';
import type { WireValue } from '../wire/wire-value.js';

export interface NamedList {
  readonly name: string;
  readonly items: AsyncIterable<WireValue>;
}

/** Envelope members known only after the last item of a list. */
export type ListTail = () => Pick<Envelope, 'total' | 'next' | 'time'>;

/**
 * Number style of an answer's `data`. `text` (INTERFACE.md's default) prints every number at any depth as decimal text, except
 * members whose name ends in `_percent`. `native` prints JSON numbers. Flags of records are the numbers 0 or 1; booleans are used
 * only where the wire format requires one ("Subnet Class": false).
 */
export type NumberStyle = 'text' | 'native';

/** One representation of answers. All functions print the envelope's members in wire order and omit unset ones. */
export interface Codec {
  readonly contentType: string;

  /**
   * Encodes a whole answer.
   * @param root name of the document's root element, for representations with one
   * @param numbers number style of `data`; native by default
   */
  encode(envelope: Envelope, root: string, numbers?: NumberStyle): string;

  /** The chunks of a long answer; joined, they equal `encode`. */
  encodeSlowly(envelope: Envelope, root: string, numbers?: NumberStyle): Iterable<string>;

  /**
   * Encodes an answer whose `data` is a list, item by item, in constant memory. The joined pieces equal `encode` of the same
   * envelope with the items as `data`. The generator rethrows errors of `items` and ends `items` when it is ended early.
   * @param head members before the list (its `data` and `time` are ignored)
   * @param tail called after the last item
   */
  encodeList(
    head: Envelope,
    items: AsyncIterable<WireValue>,
    tail: ListTail,
    root: string,
    numbers?: NumberStyle,
  ): AsyncGenerator<string>;

  /**
   * The same for an answer whose `data` is an object of lists, read one after the other. The first must have an item; later empty
   * lists are omitted.
   */
  encodeLists(
    head: Envelope,
    lists: readonly NamedList[],
    tail: ListTail,
    root: string,
    numbers?: NumberStyle,
  ): AsyncGenerator<string>;
}

/** Minimum length in characters of a streamed piece, except for the last one. */
export const minPieceLength = 32 * 1024;

/** The fixed texts around a list: `opening` and `closing` with items, else `empty`. */
export interface ListFrame {
  readonly opening: string;
  readonly closing: string;
  readonly empty: string;
}

/** Writes the list item at a position from 0: as a text, or as texts with nested lists. */
type WriteItem = (item: WireValue, position: number) => string | readonly (string | ListText)[];

export interface ListText {
  readonly items: AsyncIterable<WireValue>;
  readonly frame: ListFrame;
  readonly write: WriteItem;
}

/** Writes texts and lists in pieces of about 32 KiB. Memory stays constant for long lists and nested lists. */
export async function* writeLists(parts: Iterable<string | ListText>, end: () => string): AsyncGenerator<string> {
  let piece = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      piece += part;
      continue;
    }
    for await (const text of textsOf(part)) {
      piece += text;
      if (piece.length < minPieceLength) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece + end();
}

/** Joins short texts to pieces of about 32 KiB. */
export async function* piecesOf(texts: Iterable<string>): AsyncGenerator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < minPieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function* textsOf(list: ListText): AsyncGenerator<string, void, undefined> {
  let position = 0;
  for await (const part of chunksFrom(list.items)) {
    for (const text of textsOfPart(list, part, position)) {
      if (typeof text === 'string') yield text;
      else yield* textsOf(text);
    }
    position += part.length;
  }
  yield position === 0 ? list.frame.empty : list.frame.closing;
}

function* textsOfPart({ frame, write }: ListText, part: readonly WireValue[], first: number): Generator<string | ListText> {
  let text = first === 0 && part.length > 0 ? frame.opening : '';
  let position = first;
  for (const item of part) {
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
