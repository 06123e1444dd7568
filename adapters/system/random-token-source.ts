import { hash, randomBytes } from 'node:crypto';
import type { TokenSource } from '../../application/ports/environment.js';

/** 144 random bits, 24 characters in base64url. */
const tokenBytes = 18;

/** 192 random bits, 32 characters in base64url. */
const codeBytes = 24;

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
