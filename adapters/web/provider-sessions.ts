import type { IncomingMessage, ServerResponse } from 'node:http';
import { consoleAppId } from '../../application/access/sign-in/built-in-apps.js';
import {
  type BegunSignIn,
  isAnsweredByForm,
  maxSignInMs,
  type ProviderResponse,
  type ProviderSignIn,
  type SignInClient,
} from '../../application/access/sign-in/provider-sign-in.js';
import type { RelyingParty } from '../../application/ports/second-factors.js';
import { isEnabled } from '../../domain/access/app.js';
import { IpamError } from '../../domain/errors.js';
import { type CookieAttributes, cookieIn, cookieName, packed, setCookie, unpacked } from './cookies.js';
import { type ConsoleDependencies, permittedParty } from './dependencies.js';
import { answerForError, contentHeaders, send } from './responses.js';

/** Names of the cookies of a started sign-in, and of the provider of a session. */
const signInCookie = 'hexipam-sign-in';
const providerCookie = 'hexipam-provider';
/** Maximum cookie length in bytes, because browsers accept about 4096. A cookie that would be longer omits the ID token. */
const maxCookieLength = 3800;
/** Maximum body sizes of a logout request, and of a form with the answer of a SAML provider. */
const maxLogoutBytes = 65_536;
const maxAnswerBytes = 524_288;
const maxFields = 16;

interface Answer {
  readonly status: number;
  readonly page?: string;
  /** Content type of the answer; HTML by default. */
  readonly type?: string;
  readonly location?: string;
  readonly cookies?: readonly string[];
}

/**
 * Sign-in with OpenID and SAML providers, below the console's path. `sign-in/NAME` redirects to the provider.
 * `sign-in/NAME/callback` receives the answer: GET from OpenID providers, POST from SAML providers.
 * `sign-in/NAME/logout` ends sessions for an OpenID provider. `sign-in/NAME/metadata` describes this service to a SAML provider.
 */
export class ProviderSessions {
  readonly #dependencies: ConsoleDependencies;

  constructor(dependencies: ConsoleDependencies) {
    this.#dependencies = dependencies;
  }

  /** Answers a request; never throws. @param path below `sign-in/` */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    let answer: Answer;
    try {
      answer = await this.#answerOf(request, path);
    } catch (error) {
      const { status, message } = answerForError(this.#dependencies, request, error);
      answer = this.#failure(request, status, message);
    }
    const { status, page = '', type = 'text/html', location, cookies } = answer;
    const headers = contentHeaders(`${type}; charset=utf-8`, cookies);
    send(request, response, status, location === undefined ? headers : { ...headers, Location: location }, page);
  }

  /** Returns the URL at which the browser ends the session at its provider, and the cookies to delete. */
  async signOut(request: IncomingMessage): Promise<{ readonly url: string | undefined; readonly cookies: readonly string[] }> {
    const { providerSignIn } = this.#dependencies;
    const { provider, idToken } = unpacked(cookieIn(request.headers.cookie, this.#name(request, providerCookie)));
    if (typeof provider !== 'string' || !providerSignIn) return { url: undefined, cookies: [] };
    const hint = typeof idToken === 'string' ? idToken : undefined;
    const base = this.#baseOf(request, permittedParty(this.#dependencies, request));
    const url = base === undefined ? undefined : await providerSignIn.signOutUrl(provider, hint, `${base}/console/`);
    return { url, cookies: [this.#cookie(request, providerCookie, '', { sameSite: 'Strict', maxAge: 0 })] };
  }

  async #answerOf(request: IncomingMessage, path: string): Promise<Answer> {
    const [, name = '', action = ''] = /^([a-z0-9-]{1,32})(?:\/(callback|logout|metadata))?$/.exec(path) ?? [];
    const { providerSignIn } = this.#dependencies;
    if (name === '' || !providerSignIn) return this.#failure(request, 404, 'There is no such page');
    switch (`${request.method} ${action}`) {
      case 'GET ':
        return this.#begin(request, providerSignIn, name);
      case 'GET callback':
      case 'POST callback':
        return this.#finish(request, providerSignIn, name);
      case 'POST logout':
        return this.#endSessions(request, providerSignIn, name);
      case 'GET metadata':
        return this.#metadata(request, providerSignIn, name);
      default:
        return { status: 405 };
    }
  }

  async #begin(request: IncomingMessage, providerSignIn: ProviderSignIn, name: string): Promise<Answer> {
    const answerUrl = this.#answerUrl(request, name);
    if (answerUrl === undefined) return this.#failure(request, 400, 'The Host header is missing');
    const { url, begun } = await providerSignIn.begin(name, answerUrl, this.#clientOf(request));
    const to = this.#ownPage(request, new URL(request.url ?? '', 'http://none.invalid').searchParams.get('to') ?? '');
    const value = packed({ ...begun, to });
    const sameSite = isAnsweredByForm(begun) ? 'None' : 'Lax';
    const options = { sameSite, maxAge: Math.floor(maxSignInMs / 1000) } as const;
    return { status: 302, location: url, cookies: [this.#cookie(request, signInCookie, value, options)] };
  }

  async #finish(request: IncomingMessage, providerSignIn: ProviderSignIn, name: string): Promise<Answer> {
    const { directory } = this.#dependencies;
    const cookie = unpacked(cookieIn(request.headers.cookie, this.#name(request, signInCookie)));
    const started = startedSignInOf(cookie);
    const answerUrl = this.#answerUrl(request, name);
    if (!started || answerUrl === undefined) return this.#failure(request, 403, 'This sign-in was not started in this browser');
    const app = await directory.app(consoleAppId);
    if (!app || !isEnabled(app)) return this.#failure(request, 403, `Application ${consoleAppId} is disabled`);
    const answer = await answerIn(request, answerUrl);
    if (!answer) return this.#failure(request, 400, 'The answer of the provider is missing or too long');
    const { token, idToken } = await providerSignIn.finish(app, name, started, answer, this.#clientOf(request));
    const { encrypted } = this.#dependencies.clientOf(request);
    const options = { sameSite: 'Strict', encrypted, prefix: this.#dependencies.pathPrefixOf(request) } as const;
    return {
      status: 303,
      location: this.#ownPage(request, String(cookie.to ?? '')),
      cookies: [
        this.#endOfBegun(request),
        setCookie(this.#dependencies.cookie(encrypted), token, options),
        this.#providerCookie(request, name, idToken),
      ],
    };
  }

  /** For signing out at an OpenID provider. Signing out of a SAML session ends it at this service only. */
  #providerCookie(request: IncomingMessage, name: string, idToken: string | undefined): string {
    if (idToken === undefined) return this.#cookie(request, providerCookie, '', { sameSite: 'Strict', maxAge: 0 });
    const hint = packed({ provider: name, idToken });
    const value = hint.length > maxCookieLength ? packed({ provider: name }) : hint;
    return this.#cookie(request, providerCookie, value, { sameSite: 'Strict' });
  }

  async #metadata(request: IncomingMessage, providerSignIn: ProviderSignIn, name: string): Promise<Answer> {
    const consumerUrl = this.#answerUrl(request, name);
    if (consumerUrl === undefined) return this.#failure(request, 400, 'The Host header is missing');
    const page = await providerSignIn.metadata(name, consumerUrl);
    return { status: 200, page, type: 'application/samlmetadata+xml' };
  }

  async #endSessions(request: IncomingMessage, providerSignIn: ProviderSignIn, name: string): Promise<Answer> {
    const token = (await formIn(request, maxLogoutBytes)).get('logout_token');
    if (!token) return { status: 400 };
    try {
      await providerSignIn.endSessions(name, token, this.#clientOf(request));
      return { status: 200 };
    } catch (error) {
      if (IpamError.is(error, 'signIn.refused')) return { status: 400 }; // as in OpenID Connect Back-Channel Logout 1.0
      throw error;
    }
  }

  /** Returns `to` if it is the path of a page of the console, otherwise the path of its first page. */
  #ownPage(request: IncomingMessage, to: string): string {
    const home = `${this.#dependencies.pathPrefixOf(request)}/console/`;
    const isOwn = to.startsWith(home) && /^[\x21\x23-\x5b\x5d-\x7e]{1,2500}$/.test(to) && !to.slice(home.length).includes('//');
    return isOwn ? to : home;
  }

  #baseOf(request: IncomingMessage, party: RelyingParty | undefined): string | undefined {
    return party && `${party.origin}${this.#dependencies.pathPrefixOf(request)}`;
  }

  /** @throws for a host without permission */
  #answerUrl(request: IncomingMessage, name: string): string | undefined {
    const base = this.#baseOf(request, this.#dependencies.partyOf(request));
    return base === undefined ? undefined : `${base}/console/sign-in/${name}/callback`;
  }

  #clientOf(request: IncomingMessage): SignInClient {
    const { address } = this.#dependencies.clientOf(request);
    return { address, userAgent: request.headers['user-agent'], isGone: () => request.socket.destroyed };
  }

  #name(request: IncomingMessage, name: string): string {
    return cookieName(name, this.#dependencies.clientOf(request).encrypted);
  }

  #cookie(
    request: IncomingMessage,
    name: string,
    value: string,
    options: Omit<CookieAttributes, 'encrypted' | 'prefix'>,
  ): string {
    const { clientOf, pathPrefixOf } = this.#dependencies;
    const { encrypted } = clientOf(request);
    return setCookie(cookieName(name, encrypted), value, { ...options, encrypted, prefix: pathPrefixOf(request) });
  }

  #endOfBegun(request: IncomingMessage): string {
    return this.#cookie(request, signInCookie, '', { sameSite: 'Lax', maxAge: 0 });
  }

  #failure(request: IncomingMessage, status: number, message: string): Answer {
    const home = `${this.#dependencies.pathPrefixOf(request)}/console/`;
    return { status, page: failurePage(message, home), cookies: [this.#endOfBegun(request)] };
  }
}

function startedSignInOf(cookie: Readonly<Record<string, unknown>>): BegunSignIn | undefined {
  const { provider, state, nonce, codeVerifier, requestSecret, until } = cookie;
  if (typeof provider !== 'string' || typeof until !== 'number') return undefined;
  if (typeof requestSecret === 'string') return { provider, requestSecret, until };
  if (typeof state !== 'string' || typeof nonce !== 'string' || typeof codeVerifier !== 'string') return undefined;
  return { provider, state, nonce, codeVerifier, until };
}

/** @returns undefined for a form without an answer, or a form above the size limit */
async function answerIn(request: IncomingMessage, answerUrl: string): Promise<ProviderResponse | undefined> {
  if (request.method === 'POST') {
    const samlResponse = (await formIn(request, maxAnswerBytes)).get('SAMLResponse');
    return samlResponse ? { samlResponse, consumerUrl: answerUrl } : undefined;
  }
  const redirect = new URL(answerUrl);
  redirect.search = new URL(request.url ?? '', 'http://none.invalid').search;
  return { redirect };
}

/** Reads the fields of a form. A body above the size limit is discarded and has no fields, like a form with too many fields. */
async function formIn(request: IncomingMessage, maxBytes: number): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  const text = length > maxBytes ? '' : Buffer.concat(chunks).toString('utf8');
  return new URLSearchParams(text.split('&', maxFields + 1).length > maxFields ? '' : text);
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const failurePage = (message: string, home: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in failed · Hexipam</title></head>
<body>
<h1>Sign-in failed</h1>
<p role="alert">${escaped(message)}</p>
<p><a href="${escaped(home)}">Back to the sign-in page</a></p>
</body>
</html>
`;
