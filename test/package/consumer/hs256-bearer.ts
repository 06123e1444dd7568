import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthStrategy, PresentedRequest, Proof } from 'hexipam';

/** A JSON Web Token in the Authorization header, signed with a shared secret (HS256). Its subject is the user. */
export class Hs256Bearer implements AuthStrategy<string> {
  readonly name = 'hs256';
  readonly #secret: string;
  readonly #now: () => number;

  constructor(secret: string, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  evidenceIn({ headers: { authorization } }: PresentedRequest): string | undefined {
    return typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined;
  }

  async prove(_app: unknown, token: string): Promise<Proof> {
    const [head = '', body = '', signature = ''] = token.split('.');
    const expected = createHmac('sha256', this.#secret).update(`${head}.${body}`).digest();
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { refused: 'invalid' };
    const { alg } = read(head);
    const { sub, exp } = read(body);
    if (alg !== 'HS256' || typeof sub !== 'string' || typeof exp !== 'number') return { refused: 'invalid' };
    return exp * 1000 > this.#now() ? { username: sub } : { refused: 'expired' };
  }
}

function read(part: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return Object(value);
  } catch {
    return {};
  }
}
