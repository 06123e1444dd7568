import { randomUUID } from 'node:crypto';
import { Parser } from 'xml2js';
import { FairSemaphore } from '../../../../application/fair-semaphore.js';
import { RequestError } from '../../request-error.js';
import { ElementCount, noParameters, type RequestParameters, safeMembers } from '../../wire/parameters.js';
import { yieldToEventLoop } from '../../yield.js';

/** Prefix of element names. Without it, the parser would treat `constructor` as an inherited member. */
const mark = '.';
/** Characters parsed in about 5 ms. */
const pieceLength = 4000;
const options = {
  explicitArray: false,
  explicitRoot: false,
  ignoreAttrs: true,
  charkey: '#text',
  tagNameProcessors: [(name: string) => mark + name],
  chunkSize: pieceLength,
};
/** A document type or entity declaration: any `<!` except comments and CDATA sections. */
const declaration = /<!(?!--|\[CDATA\[)/;
const xmlDeclaration = /^\s*<\?xml\s[^?]*\?>/;

const malformed = () => new RequestError('request.xml');

/**
 * Converts an XML body to parameters: the children of the root element. The name of the root is ignored. Elements with children
 * become objects, repeated elements become lists. An element with children named `item` (or `item0`, `item1` as in answers) that
 * have children becomes a list too. All other elements become texts. Attributes and mixed text are ignored. A blank body has no
 * parameters.
 * @throws RequestError request.xml for malformed XML, excessive nesting, a document type, or text in the root;
 * request.tooManyElements; request.encoding, request.tooManyNames (safeMembers)
 */
export async function readXmlBody(text: string): Promise<RequestParameters> {
  if (text.trim() === '') return noParameters();
  if (declaration.test(text)) throw malformed();
  checkSize(text);
  const root = rootIn(await parse(text));
  if (text.length > pieceLength) await yieldToEventLoop();
  if (typeof root === 'string' && root.trim() === '') return noParameters();
  if (typeof root !== 'object' || root === null) throw malformed();
  return elementsIn(safeMembers(root, malformed));
}

/** Limits the number of start tags. */
function checkSize(text: string): void {
  const elements = new ElementCount();
  for (let index = text.indexOf('<'); index >= 0; index = text.indexOf('<', index + 1)) {
    const next = text[index + 1];
    if (next !== '/' && next !== '!' && next !== '?') elements.add();
  }
}

/** Long bodies are parsed one at a time, because each uses its share of every event loop turn. */
const serial = new FairSemaphore({ total: 1 });

const parse = (text: string): Promise<unknown> =>
  text.length <= pieceLength ? parseDocument(text, false) : serial.run('', () => parseDocument(text, true));

/** A random name, so that documents cannot contain it. */
const wrapper = `w${randomUUID()}`;

/**
 * Parses a document inside of a wrapper element. The parser reports the end after the outermost element. Without the wrapper, this
 * would be the root element, and the document could have more text after it.
 */
function parseDocument(text: string, inPieces: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const parser = new Parser({ ...options, async: inPieces });
    parser.on('end', resolve);
    parser.on('error', () => {
      reject(malformed());
      throw malformed(); // stops the parser at its first error
    });
    try {
      parser.parseString(`<${wrapper}>${text.replace(xmlDeclaration, '')}</${wrapper}>`);
    } catch {
      reject(malformed());
    }
  });
}

/** Returns the single root element. @throws RequestError request.xml for several root elements, or text outside of the root */
function rootIn(document: unknown): unknown {
  const [root, ...others] = typeof document === 'object' && document !== null ? Object.entries(document) : [];
  if (!root?.[0].startsWith(mark) || others.length > 0 || Array.isArray(root[1])) throw malformed();
  return root[1];
}

/** Copies elements only, with their names without prefix; mixed text is removed. */
function elementsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(elementsOf);
  if (typeof value !== 'object' || value === null) return value;
  const elements = elementsIn(value);
  return itemsIn(elements) ?? elements;
}

/**
 * Returns the items if the element is a list, otherwise undefined. Each item of a list has members. An element `item` that contains
 * only text is a custom field with this name.
 */
function itemsIn(elements: RequestParameters): readonly unknown[] | undefined {
  const names = Object.keys(elements);
  const items = Object.values(elements).flat();
  const isList = names.length > 0 && names.every((name) => /^item\d*$/.test(name));
  return isList && items.every((item) => typeof item === 'object' && item !== null) ? items : undefined;
}

function elementsIn(value: object): RequestParameters {
  const copy = noParameters();
  for (const [name, member] of Object.entries(value)) {
    if (name.startsWith(mark)) copy[name.slice(mark.length)] = elementsOf(member);
  }
  return copy;
}
