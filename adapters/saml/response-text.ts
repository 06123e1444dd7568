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
