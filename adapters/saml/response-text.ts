import { ProviderRefusal } from '../../application/ports/sign-in-providers.js';

/** Longest answer in bytes of XML. */
const maxBytes = 262_144;
/** Elements within elements: parsers and canonicalization recurse. */
const maxDepth = 64;

/** Signatures and digests by SHA-1, of which collisions can be made. */
const sha1 = /xmldsig#(?:rsa-|dsa-|hmac-)?sha1\b|xmldsig-more#(?:rsa-)?(?:md5|ripemd160)\b/;

/** An algorithm with character references, which hide its name from the expression above. */
const spelledAlgorithm = /\bAlgorithm\s*=\s*(?:"[^"&]*&|'[^'&]*&)/;

/**
 * The XML of an answer. Markup that parsers and signatures read differently is refused: document types with entities, comments,
 * CDATA sections, processing instructions. No provider writes any of them.
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
  if (depthOf(text) > maxDepth) throw new ProviderRefusal(`the answer has more than ${maxDepth} levels of elements`);
  return text;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProviderRefusal('the answer is not UTF-8');
  }
}

/** Checks where the provider has sent an answer, if the answer says it. @throws ProviderRefusal */
export function checkDestination(text: string, consumerUrl: string): void {
  const root = text.match(tags)?.find((tag) => !tag.startsWith('<?')) ?? '';
  const [, , destination] = /\sDestination\s*=\s*(["'])(.*?)\1/s.exec(root) ?? [];
  if (destination !== undefined && destination !== consumerUrl)
    throw new ProviderRefusal(`the destination of the answer is not ${consumerUrl}`);
}

const tags = /<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

/** The largest number of open elements. @throws ProviderRefusal for markup that is no tag */
function depthOf(text: string): number {
  const found = text.match(tags) ?? [];
  if (found.length !== text.split('<').length - 1) throw new ProviderRefusal('the answer is no well-formed XML');
  let [depth, deepest] = [0, 0];
  for (const tag of found) {
    if (tag.startsWith('</')) depth--;
    else if (!tag.endsWith('/>') && !tag.startsWith('<?')) deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}
