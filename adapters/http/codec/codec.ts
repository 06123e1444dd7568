import { chunksFrom } from '../../../application/listing.js';
import type { Envelope } from '../wire/envelope.js';
import type { WireValue } from '../wire/wire-value.js';

/** A list that is a member of an object. */
export interface NamedList {
  readonly name: string;
  readonly items: AsyncIterable<WireValue>;
}

/** What is known only once the last item of a list has been written. */
export type ListTail = () => Pick<Envelope, 'total' | 'next' | 'time'>;

/**
 * How the `data` of an answer prints its numbers. `text` (what INTERFACE.md says, unless the client or app demands other) prints
 * each, at any depth, as its decimal text, except members whose name ends in `_percent`; `native` as it is. Booleans stay: a
 * flag of a record is the number 0 or 1, and a boolean stands only where the wire wants one ("Subnet Class": false).
 */
export type NumberStyle = 'text' | 'native';

/** One representation of answers. All functions print the envelope's members in wire order and leave unset ones out. */
export interface Codec {
  /** Value of the Content-Type header. */
  readonly contentType: string;

  /**
   * The whole answer.
   * @param root names the document's root element where the representation has one.
   * @param numbers the style of numbers in `data`; native if it is not given.
   */
  encode(envelope: Envelope, root: string, numbers?: NumberStyle): string;

  /** The same bit by bit, for an answer that is too long to be written in one turn: what comes, joined, equals `encode`. */
  encodeSlowly(envelope: Envelope, root: string, numbers?: NumberStyle): Iterable<string>;

  /**
   * An answer whose `data` is a list, written item by item: memory does not grow with the list. The pieces, joined, equal
   * `encode` of the same envelope with the items as `data`. An exception of `items` comes out of the generator, and
   * ending the generator early ends `items`.
   * @param head members before the list (its `data` and `time` are ignored).
   * @param tail called when the last item has been written.
   */
  encodeList(
    head: Envelope,
    items: AsyncIterable<WireValue>,
    tail: ListTail,
    root: string,
    numbers?: NumberStyle,
  ): AsyncGenerator<string>;

  /**
   * The same for an answer whose `data` is an object of lists: one is read after the other. The first must have an item; a
   * later one that has none is left out.
   */
  encodeLists(
    head: Envelope,
    lists: readonly NamedList[],
    tail: ListTail,
    root: string,
    numbers?: NumberStyle,
  ): AsyncGenerator<string>;
}

/** Characters that a piece of a streamed answer has at least, except for the last one. */
export const minPieceLength = 32 * 1024;

/** The fixed texts around a list: `opening` and `closing` when it has items, else `empty`. */
export interface ListFrame {
  readonly opening: string;
  readonly closing: string;
  readonly empty: string;
}

/** How an item of a list is written at its position from 0: as a text, or where it holds a list with that in between. */
type WriteItem = (item: WireValue, position: number) => string | readonly (string | ListText)[];

/** A list, and how it is written. */
export interface ListText {
  readonly items: AsyncIterable<WireValue>;
  readonly frame: ListFrame;
  readonly write: WriteItem;
}

/** Writes lists and what stands between them in few pieces of some 32 KiB. Memory grows neither with them nor with lists within their items. */
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

/** Makes pieces of some 32 KiB of short texts. */
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

/** The texts of some items, short ones together, and the lists between them. */
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
