import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Rijndael from 'rijndael-js';
import type { OpenedRequest } from '../../application/ports/authentication.js';

/** Maximum length of an encrypted request in characters. */
const longest = 65_536;

/**
 * Decrypts `enc_request` with the application's code. Two formats exist:
 * - AES-CBC (128 or 256 bits) in an authenticated envelope: base64 of HMAC-SHA-256 (32 bytes), initialization vector (16 bytes)
 *   and ciphertext. The key is the SHA-256 digest of the code.
 * - With `allowLegacy`, Rijndael with blocks of 256 bits in ECB mode, zero-padded. The key is the code. The format is not
 *   authenticated: any text that decrypts to a plausible request is accepted.
 *
 * The HMAC is compared in constant time before decryption, so the response does not reveal the defect of a forged envelope.
 * @returns the plaintext, and whether its format is authenticated; undefined for any invalid text
 */
export async function decryptRequest(code: string, encrypted: string, allowLegacy: boolean): Promise<OpenedRequest | undefined> {
  if (encrypted.length > longest || !isBase64(encrypted)) return undefined;
  const readings = readingsOf(encrypted);
  for (const bytes of readings) {
    const text = decryptEnvelope(code, bytes);
    if (text !== undefined) return { text, isAuthenticated: true };
  }
  for (const bytes of allowLegacy ? readings : []) {
    const text = await decryptLegacyQueued(code, bytes);
    if (text !== undefined) return { text, isAuthenticated: false };
  }
  return undefined;
}

/**
 * Decodes base64 with optional padding. A space is white space, or a plus sign that the client did not encode.
 * @returns each distinct interpretation once
 */
function readingsOf(encrypted: string): readonly Buffer[] {
  const text = encrypted.replace(/[^\S ]/g, '');
  const texts = [text.replaceAll(' ', '+'), text.trim().replaceAll(' ', '+'), text.replaceAll(' ', '')];
  return [...new Set(texts)].map((each) => Buffer.from(each, 'base64'));
}

/** Checks the characters without one combined pattern, which would backtrack over runs of spaces. */
function isBase64(text: string): boolean {
  const end = text.trimEnd();
  const padding = end.endsWith('==') ? 2 : Number(end.endsWith('='));
  return /^[A-Za-z0-9+/\s]+$/.test(end.slice(0, end.length - padding));
}

const macLength = 32;
const vectorLength = 16;

function decryptEnvelope(code: string, bytes: Buffer): string | undefined {
  const key = createHash('sha256').update(code).digest();
  const signed = bytes.subarray(macLength);
  const mac = createHmac('sha256', key).update(signed).digest();
  const presentedMac = Buffer.alloc(macLength);
  bytes.copy(presentedMac, 0, 0, macLength);
  if (!timingSafeEqual(mac, presentedMac) || signed.length <= vectorLength) return undefined;
  const vector = signed.subarray(0, vectorLength);
  const ciphertext = signed.subarray(vectorLength);
  const readings = [
    decryptCbc('aes-128-cbc', key.subarray(0, 16), vector, ciphertext),
    decryptCbc('aes-256-cbc', key, vector, ciphertext),
  ];
  return readings.find((text) => text !== undefined);
}

function decryptCbc(algorithm: string, key: Buffer, vector: Buffer, ciphertext: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, vector);
    return readText(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
  } catch {
    return undefined;
  }
}

const legacyBlockBits = 256;

/** Maximum length of a legacy request in bytes; its cipher is slow. */
const longestLegacy = 4096;

/** Bytes of a legacy request decrypted in one step of about 2 ms. */
const legacyPiece = 512;

/** Queue of legacy requests: one at a time, one step in each turn of the event loop. */
let legacyRequests: Promise<unknown> = Promise.resolve();

function decryptLegacyQueued(code: string, bytes: Buffer): Promise<string | undefined> {
  const decrypted = legacyRequests.then(() => decryptLegacy(code, bytes));
  legacyRequests = decrypted;
  return decrypted;
}

async function decryptLegacy(code: string, bytes: Buffer): Promise<string | undefined> {
  if (bytes.length === 0 || bytes.length > longestLegacy || bytes.length % (legacyBlockBits / 8) !== 0) return undefined;
  try {
    const text = readText(withoutPadding(await decryptBlocks(new Rijndael(code, 'ecb'), bytes)));
    return text !== undefined && isAuthentic(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Decrypts in steps, and yields to the event loop between them. This is possible because ECB blocks are independent. */
async function decryptBlocks(cipher: Rijndael, bytes: Buffer): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += legacyPiece) {
    if (start > 0) await nextTurn();
    pieces.push(Uint8Array.from(cipher.decrypt(bytes.subarray(start, start + legacyPiece), legacyBlockBits)));
  }
  return Buffer.concat(pieces);
}

/**
 * Removes all zeros at the end. Clients pad the last block with zeros. If the last block is full, some clients append a whole block
 * of zeros. Zeros elsewhere make the text invalid.
 */
const withoutPadding = (padded: Buffer): Buffer => padded.subarray(0, padded.findLastIndex((byte) => byte !== 0) + 1);

/**
 * Plausibility check of the legacy format. A text that begins with `{` must be JSON, which truncated texts and texts with mixed
 * blocks are not. Any other text must contain `=`.
 * @throws SyntaxError for invalid JSON
 */
function isAuthentic(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return text.includes('=');
  JSON.parse(text);
  return true;
}

/**
 * Decodes UTF-8. A wrong key or algorithm usually results in invalid UTF-8.
 * @returns undefined for invalid UTF-8, an empty text, or a text with control characters other than tabs and line breaks
 */
function readText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text === '' || /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
