import type { SignIn } from '../../application/access/sign-in/sign-in.js';
import { unauthenticatedCaller } from '../../application/caller.js';
import type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../../application/ports/authentication.js';
import type { App } from '../../domain/access/app.js';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Authenticates a user by name and password in the Basic scheme. */
export class Password implements AuthStrategy<Credentials> {
  readonly name = 'password';
  readonly #signIn: SignIn;

  constructor(signIn: SignIn) {
    this.#signIn = signIn;
  }

  evidenceIn({ headers: { authorization } }: PresentedRequest): Credentials | undefined {
    return typeof authorization === 'string' ? readBasicCredentials(authorization) : undefined;
  }

  prove(
    app: App,
    { username, password }: Credentials,
    { clientAddress, isGone, code }: PresentedRequest,
  ): Promise<AuthenticationResult> {
    const terms = code === undefined ? {} : { factor: { code } };
    return this.#signIn.authenticate(unauthenticatedCaller(app, clientAddress), username, password, isGone, terms);
  }
}

/** Reads the Basic scheme (RFC 7617). @returns undefined for other schemes, and for an empty name or password */
function readBasicCredentials(authorization: string): Credentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization)?.[1];
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
