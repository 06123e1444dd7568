import { SaxesParser } from 'saxes';
import { ProviderRefusal } from '../../application/ports/sign-in-providers.js';

/** Maximum size of an answer in bytes of XML. */
const maxBytes = 262_144;

/** Signature and digest algorithms that are not secure: SHA-1, MD5 and RIPEMD-160. */
const sha1 = /xmldsig#(?:rsa-|dsa-|hmac-)?sha1\b|xmldsig-more#(?:rsa-)?(?:md5|ripemd160)\b/;

/** An algorithm that is written with character references, which would hide its name from the expression `sha1`. */
const spelledAlgorithm = /\bAlgorithm\s*=\s*(?:"[^"&]*&|'[^'&]*&)/;

/**
 * Decodes the XML of an answer. Refuses markup that parsers and signatures read differently: document types, comments, CDATA
 * sections and processing instructions. No provider writes any of these.
 * @param response base64
 * @throws ProviderRefusal
 */
export function responseText(response: string): string {
  if (response.length > Math.ceil(maxBytes / 3) * 4 + maxBytes / 16)
    throw new ProviderRefusal(`the answer has more than ${maxBytes} bytes`);
  const base64 = response.replace(/\s+/g, ''); // in one expression, runs of blanks would take quadratic time
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new ProviderRefusal('the answer is not base64');
  const text = decoded(Buffer.from(base64, 'base64'));
  if (text.includes('<!')) throw new ProviderRefusal('the answer has a document type, a comment or a CDATA section');
  if (/<\?/.test(text.replace(/^\s*<\?xml\s[^<>]*\?>/, ''))) throw new ProviderRefusal('the answer has a processing instruction');
  if (sha1.test(text) || spelledAlgorithm.test(text))
    throw new ProviderRefusal('the answer is signed with an algorithm that is not secure');
  return text;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProviderRefusal('the answer is not UTF-8');
  }
}

/**
 * Limits of an answer before its verification. XPath and canonicalization take time that grows with the product of elements,
 * attributes and namespaces. An answer with 1,000 groups, each with three attributes, is within the limits.
 */
const limits = { elements: 1100, attributes: 3500, attributesOfElement: 64, namespaces: 64, depth: 64 } as const;

/** Maximum length of a namespace URI, and of a list of prefixes, in characters. Canonicalization copies them into each element. */
const maxNamespaceLength = 256;

/** Maximum number of elements with a name. The verification searches the whole document for each of them. */
const maxOfName: Readonly<Partial<Record<string, number>>> = {
  Assertion: 2,
  EncryptedAssertion: 1,
  InclusiveNamespaces: 6,
  KeyInfo: 4,
  Reference: 2,
  Signature: 2,
  SignatureMethod: 2,
  SignedInfo: 2,
  Transform: 4,
};

/** Attributes by which a signature refers to an element. */
const idNames: readonly string[] = ['ID', 'Id', 'id'];

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an answer once, in linear time.
 * @returns its destination; undefined without one
 * @throws ProviderRefusal for a document that is not well-formed, and for one beyond the limits
 */
export function destinationWithinBounds(text: string): string | undefined {
  const parser = new SaxesParser({ position: false });
  let [depth, elements, attributes, attributesOfElement] = [0, 0, 0, 0];
  const [namespaces, ids] = [new Set<string>(), new Set<string>()];
  const counts = new Map<string, number>();
  let destination: string | undefined;
  parser.on('error', () => {
    throw new ProviderRefusal('the answer is not well-formed XML');
  });
  parser.on('opentagstart', ({ name }) => {
    attributesOfElement = 0;
    refuseAbove(limits.depth, ++depth, 'levels of elements');
    refuseAbove(limits.elements, ++elements, 'elements');
    const local = localName(name);
    const most = maxOfName[local];
    if (most === undefined) return;
    const count = (counts.get(local) ?? 0) + 1;
    counts.set(local, count);
    refuseAbove(most, count, `${local} elements`);
  });
  parser.on('attribute', ({ name, value }) => {
    refuseAbove(limits.attributes, ++attributes, 'attributes');
    refuseAbove(limits.attributesOfElement, ++attributesOfElement, 'attributes of an element');
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      refuseAbove(maxNamespaceLength, value.length, 'characters in a namespace');
      refuseAbove(limits.namespaces, namespaces.add(`${name}=${value}`).size, 'namespaces');
    } else if (localName(name) === 'PrefixList')
      refuseAbove(maxNamespaceLength, value.length, 'characters in a list of prefixes');
    else if (idNames.includes(localName(name))) {
      if (ids.has(value)) throw new ProviderRefusal('several elements of the answer have the same ID');
      ids.add(value);
    }
    if (depth === 1 && name === 'Destination') destination = value;
  });
  parser.on('closetag', () => {
    depth--;
  });
  parser.write(text).close();
  return destination;
}

function refuseAbove(most: number, count: number, what: string): void {
  if (count > most) throw new ProviderRefusal(`the answer has more than ${most} ${what}`);
}
