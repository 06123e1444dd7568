import { Parser } from 'xml2js';
import { safeValue } from './parameter-value.js';
import { noParameters, type RequestParameters } from './query-parameters.js';
import { RequestError } from './request-error.js';

/** Marks the names of elements: the parser itself would take `constructor` for a member that objects have already. */
const mark = '.';
const options = {
  explicitArray: false,
  explicitRoot: false,
  ignoreAttrs: true,
  charkey: '#text',
  tagNameProcessors: [(name: string) => mark + name],
};
/** A document type or entity declaration: anything that opens with `<!` but a comment or a CDATA section. */
const declaration = /<!(?!--|\[CDATA\[)/;

const malformed = () => new RequestError('request.xml');

/**
 * Parameters of an XML body: the children of the root element, whatever its name. Elements with children become objects,
 * repeated ones lists, all others texts ('' when empty). Attributes, and text beside child elements, are ignored.
 * A blank text has no parameters.
 * @throws RequestError request.xml: not well-formed, nested too deeply, a document type (and with it entities), a root that
 * holds text; request.encoding (safeValue).
 */
export function readXmlBody(text: string): RequestParameters {
  if (text.trim() === '') return noParameters();
  if (declaration.test(text)) throw malformed();
  const root = parse(text);
  if (typeof root === 'string' && root.trim() === '') return noParameters();
  if (typeof root !== 'object' || root === null) throw malformed();
  return elementsOf(safeValue(root, malformed)) as RequestParameters;
}

/** The root element's content. Its events are counted here: the parser's own callback misses what follows the root. */
function parse(text: string): unknown {
  const roots: unknown[] = [];
  const parser = new Parser(options);
  parser.on('end', (root) => roots.push(root));
  parser.on('error', () => {
    roots.length = 0;
    throw malformed(); // ends the parser at its first error
  });
  try {
    parser.parseString(text);
  } catch {
    throw malformed();
  }
  if (roots.length !== 1) throw malformed();
  return roots[0];
}

/** A copy with elements only, under their own names: text that stood beside them is dropped. */
function elementsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(elementsOf);
  if (typeof value !== 'object' || value === null) return value;
  const copy = noParameters();
  for (const [name, member] of Object.entries(value)) {
    if (name.startsWith(mark)) copy[name.slice(mark.length)] = elementsOf(member);
  }
  return copy;
}
