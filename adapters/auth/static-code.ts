import { createHash, timingSafeEqual } from 'node:crypto';
import type { StoredApps } from '../../application/access/sign-in/directory.js';
import type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../../application/ports/authentication.js';
import type { App, StoredApp } from '../../domain/access/app.js';
import { presentedToken } from './user-token.js';

/** Authenticates an application by its code in place of a token. */
export class StaticCode implements AuthStrategy<string> {
  readonly name = 'code';
  readonly #apps: StoredApps;

  constructor(apps: StoredApps) {
    this.#apps = apps;
  }

  evidenceIn(request: PresentedRequest): string | undefined {
    return presentedToken(request);
  }

  async prove(app: App, code: string): Promise<AuthenticationResult> {
    const digest = digestOf(code);
    const own = (await this.#apps.find(app.id))?.codeDigest ?? null;
    if (own !== null && sameDigest(own, digest)) return { proves: 'app' };
    const apps = await this.#apps.list();
    const matches = apps.filter((other) => sameDigest(storedDigestOf(other), digest)); // compares every code, in constant time
    return { refused: matches.length > 0 ? 'codeOfOtherApp' : 'invalid' };
  }
}

const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Returns the digest of the application's code. Without a code, returns an empty text, which equals no digest. */
const storedDigestOf = ({ code, codeDigest }: StoredApp): string => codeDigest ?? (code === null ? '' : digestOf(code));

const sameDigest = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
