import { hash, randomBytes } from 'node:crypto';
import type { TokenSource } from '../../application/ports/environment.js';

/** Bytes of a token; base64url writes three bytes as four characters, so these are 24 characters of 144 random bits. */
const tokenBytes = 18;

/** Likewise 32 characters of 192 random bits. */
const codeBytes = 24;

/** Makes tokens from the operating system's random source. */
export class RandomTokenSource implements TokenSource {
  create(): string {
    return randomBytes(tokenBytes).toString('base64url');
  }

  createCode(): string {
    return randomBytes(codeBytes).toString('base64url');
  }

  digest(token: string): string {
    return hash('sha256', token, 'hex');
  }
}
