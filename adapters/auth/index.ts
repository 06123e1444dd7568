import { createHash, timingSafeEqual } from 'node:crypto';
import { type Caller, callerOf, callerOfApp } from '../../application/caller.js';
import type { Authentication, Authenticator, OpenedRequest } from '../../application/ports/authentication.js';
import type { Directory } from '../../application/sign-in/directory.js';
import type { SignIn } from '../../application/sign-in/sign-in.js';
import { IpamError } from '../../domain/errors.js';
import { type App, takesLegacyEncryption } from '../../domain/identity/app.js';
import { decryptRequest } from './encrypted-request.js';

/** Establishes callers from what requests carry: one method for each way. */
export class Strategies implements Authenticator {
  readonly #signIn: SignIn;
  readonly #directory: Directory;

  constructor(signIn: SignIn, directory: Directory) {
    this.#signIn = signIn;
    this.#directory = directory;
  }

  /** A user's access token. */
  async byUserToken(app: App, token: string | undefined, clientAddress: string, isUse: boolean): Promise<Authentication> {
    if (token === undefined) return { refused: 'missing' };
    try {
      const user = await this.#signIn.authenticate(token, isUse);
      return { caller: callerOf(app, user, await this.#directory.settings(), clientAddress) };
    } catch (error) {
      if (IpamError.is(error, 'token.invalid')) return { refused: 'invalid' };
      if (IpamError.is(error, 'token.expired')) return { refused: 'expired' };
      throw error;
    }
  }

  /** The application's own code. */
  async byCode(app: App, code: string | undefined, clientAddress: string): Promise<Authentication> {
    if (code === undefined) return { refused: 'missing' };
    const digest = digestOf(code);
    if (app.codeDigest !== null && sameText(app.codeDigest, digest)) return { caller: this.byAppAlone(app, clientAddress) };
    const kept = await this.#directory.codes();
    const matches = kept.filter((other) => sameText(other.codeDigest ?? digestOf(other.code ?? ''), digest)); // all of them: it tells no place
    return { refused: matches.length > 0 ? 'codeOfOtherApp' : 'invalid' };
  }

  byAppAlone(app: App, clientAddress: string): Caller {
    return callerOfApp(app, clientAddress);
  }

  async decrypt(app: App, encrypted: string): Promise<OpenedRequest | undefined> {
    return app.code === null ? undefined : decryptRequest(app.code, encrypted, takesLegacyEncryption(app));
  }
}

const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Compares two secrets in a time that does not depend on where they differ. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
