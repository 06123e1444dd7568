import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { SourceError } from '../../application/ports/moving/register.js';

export type Attributes = Readonly<Record<string, string | SaxesAttributePlain>>;

/** Receives the elements of a document by their local names. */
export interface XmlHandler {
  readonly open: (name: string, attribute: (name: string) => string) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses a document piece by piece, and yields after each piece. Entities of a document type are errors: they are not expanded.
 * @throws SourceError for a malformed document
 */
export async function* parsed(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  parser.on('opentag', (tag) => {
    const attributes: Attributes = tag.attributes;
    handler.open(localName(tag.name), (attribute) => String(attributes[attribute] ?? ''));
  });
  parser.on('closetag', (tag) => handler.close?.(localName(tag.name)));
  parser.on('text', (text) => handler.text?.(text));
  parser.on('error', ({ message }) => {
    throw new SourceError(`${name} of the workbook is malformed: ${message}`);
  });
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
