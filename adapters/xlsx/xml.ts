import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { SourceError } from '../../application/ports/register.js';

export type Attributes = Readonly<Record<string, string | SaxesAttributePlain>>;

/** Receives the elements of a document by their local names. */
export interface XmlHandler {
  readonly open: (name: string, attribute: (name: string) => string) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Maximum nesting of elements and number of attributes: the parser buffers both. */
const maxDepth = 64;
const maxAttributes = 256;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Limits nesting and attributes. @param refuse throws an error for a problem @param close called at the end of an element */
function limitElements(parser: SaxesParser, refuse: (problem: string) => never, close: (name: string) => void): void {
  let [depth, attributes] = [0, 0];
  parser.on('opentagstart', () => {
    attributes = 0;
    if (++depth > maxDepth) refuse(`more than ${maxDepth} nested elements`);
  });
  parser.on('attribute', () => {
    if (++attributes > maxAttributes) refuse(`an element with more than ${maxAttributes} attributes`);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    close(name);
  });
}

/**
 * Parses a document in chunks, and yields after each chunk. Entities are not expanded: they are errors.
 * @throws SourceError for a malformed document
 */
export async function* parsed(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser();
  const refuse = (problem: string): never => {
    throw new SourceError(`${name} of the workbook is malformed: ${problem}`);
  };
  limitElements(parser, refuse, (tag) => handler.close?.(localName(tag)));
  const decoder = new TextDecoder();
  parser.on('opentag', (tag) => {
    const attributes: Attributes = tag.attributes;
    handler.open(localName(tag.name), (attribute) => String(attributes[attribute] ?? ''));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('error', ({ message }) => refuse(message));
  for await (const piece of bytes) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  parser.close();
}

/** Parses a whole document. @throws SourceError */
export async function parseAll(name: string, bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  for await (const _ of parsed(name, bytes, handler));
}
