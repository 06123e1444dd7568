import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Rijndael from 'rijndael-js';
import type { OpenedRequest } from '../../application/ports/authentication.js';

/** Longest encrypted request that is looked at, in characters. */
const longest = 65_536;

/**
 * Decrypts what a client sends as enc_request, with the application's code. Two forms are understood: AES-CBC (128 or 256
 * bits) in an authenticated envelope, base64 of HMAC-SHA-256 (32 bytes), initialization vector (16 bytes) and ciphertext,
 * all keyed by the SHA-256 of the code; and, where it is allowed, Rijndael with blocks of 256 bits in ECB mode, padded with
 * zeros, keyed by the code itself, which old clients send and which proves nothing about its sender but that it knows how
 * to make text.
 * The authentication code is compared, in constant time, before anything is decrypted: neither the answer nor its time tells
 * what was wrong with a forged envelope.
 * @returns the plaintext and whether its form vouches for it, or undefined for anything that is not one of them; nothing tells why
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
 * The bytes of a base64 text, whose padding may be missing. A blank is a plus sign that the client has not encoded, or white
 * space: at the ends, between the characters, or both. Each reading is returned once.
 */
function readingsOf(encrypted: string): readonly Buffer[] {
  const text = encrypted.replace(/[^\S ]/g, '');
  const texts = [text.replaceAll(' ', '+'), text.trim().replaceAll(' ', '+'), text.replaceAll(' ', '')];
  return [...new Set(texts)].map((each) => Buffer.from(each, 'base64'));
}

/** One pattern for all of it would try every way to divide a row of blanks between its parts. */
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
  const given = Buffer.alloc(macLength);
  bytes.copy(given, 0, 0, macLength);
  if (!timingSafeEqual(mac, given) || signed.length <= vectorLength) return undefined;
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

/** Longest request in the old form, in bytes: its cipher is slow. */
const longestLegacy = 4096;

/** Bytes of the old form that are decrypted in one go: some 2 ms. */
const legacyPiece = 512;

/** The decryption of the old form: one request at a time, as each takes its piece in every turn of the event loop. */
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

/** In this mode each block stands for itself. */
async function decryptBlocks(cipher: Rijndael, bytes: Buffer): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += legacyPiece) {
    if (start > 0) await nextTurn();
    pieces.push(Uint8Array.from(cipher.decrypt(bytes.subarray(start, start + legacyPiece), legacyBlockBits)));
  }
  return Buffer.concat(pieces);
}

/**
 * Zeros fill the last block up; a text that fills it already is followed by a whole block of them, from some clients. Other
 * zeros stay, so that what holds them is no text.
 */
const withoutPadding = (padded: Buffer): Buffer => padded.subarray(0, padded.findLastIndex((byte) => byte !== 0) + 1);

/** Nothing vouches for this form: what is cut short or put together from other blocks is no request. */
function isAuthentic(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return text.includes('=');
  JSON.parse(text);
  return true;
}

/** Only text can be a request: what was decrypted with a wrong key or algorithm hardly ever is. */
function readText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text === '' || /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
