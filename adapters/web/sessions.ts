import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GrantedToken } from '../../application/access/sign-in/access-tokens.js';
import { consoleAppId } from '../../application/access/sign-in/built-in-apps.js';
import type { PresentedFactor } from '../../application/access/sign-in/second-factors.js';
import { unauthenticatedCaller } from '../../application/caller.js';
import type { RelyingParty } from '../../application/ports/second-factors.js';
import { serviceZone } from '../../application/service-time.js';
import { type Principal, principalOf } from '../../domain/access/access-policy.js';
import { type App, isEnabled } from '../../domain/access/app.js';
import type { User } from '../../domain/access/user.js';
import { IpamError } from '../../domain/errors.js';
import { setCookie } from './cookies.js';
import { type ConsoleDependencies, permittedParty } from './dependencies.js';
import type { ProviderSessions } from './provider-sessions.js';
import { answerForError, contentHeaders, send } from './responses.js';

interface SessionAnswer {
  readonly status: number;
  readonly body: object;
  readonly cookies?: readonly string[];
}

const refuse = (status: number, message: string): SessionAnswer => ({ status, body: { message } });

/**
 * Sessions of console users. At `session`, POST signs in, GET returns the user, DELETE signs out. At `session/passkey`, POST
 * returns the options of a sign-in with a passkey. The access token is in a cookie that scripts cannot read. The cookie is valid
 * only with a header that forms cannot send.
 */
export class Sessions {
  readonly #dependencies: ConsoleDependencies;
  readonly #providers: Pick<ProviderSessions, 'signOut'>;

  constructor(dependencies: ConsoleDependencies, providers: Pick<ProviderSessions, 'signOut'>) {
    this.#providers = providers;
    this.#dependencies = dependencies;
  }

  /** Answers a request; never throws. @param path `session`, or `session/passkey` for the options of a sign-in with a passkey */
  async answer(request: IncomingMessage, response: ServerResponse, path = 'session'): Promise<void> {
    let answer: SessionAnswer;
    try {
      answer = path === 'session' ? await this.#answerOf(request) : await this.#offerPasskey(request);
    } catch (error) {
      const { status, message } = answerForError(this.#dependencies, request, error);
      answer = refuse(status, message);
    }
    const { status, body, cookies } = answer;
    send(request, response, status, contentHeaders('application/json', cookies), JSON.stringify(body));
  }

  async #answerOf(request: IncomingMessage): Promise<SessionAnswer> {
    const { isOwn, directory } = this.#dependencies;
    if (!isOwn(request.headers)) return refuse(403, 'Only the web console can use sessions');
    const app = await directory.app(consoleAppId);
    if (!app || !isEnabled(app)) return refuse(403, `Application ${consoleAppId} is disabled`);
    switch (request.method) {
      case 'POST':
        return this.#begin(request, app);
      case 'DELETE':
        return this.#end(request);
      case 'GET':
      case 'HEAD':
        return { status: 200, body: await this.#describe(request, app) };
      default:
        return refuse(405, 'This method is not allowed');
    }
  }

  async #begin(request: IncomingMessage, app: App): Promise<SessionAnswer> {
    const { accessTokens, clientOf, pathPrefixOf } = this.#dependencies;
    const credentials = await readCredentials(request);
    if (!credentials) return refuse(400, 'User name and password are required');
    const party = permittedParty(this.#dependencies, request); // without a valid host, passwords and codes still work
    let granted: GrantedToken;
    try {
      granted = await this.#grant(request, app, credentials, party);
    } catch (error) {
      return this.#needIn(error, request, party);
    }
    const { token, recoveryCodes } = granted;
    const user = await accessTokens.authenticate(token, false);
    return {
      status: 200,
      body: { ...(await this.#facts(user, app)), ...(recoveryCodes ? { recoveryCodes } : {}) },
      cookies: [this.#cookie(token, clientOf(request).encrypted, pathPrefixOf(request))],
    };
  }

  #grant(request: IncomingMessage, app: App, credentials: Credentials, party = noParty): Promise<GrantedToken> {
    const { signIn, clientOf } = this.#dependencies;
    const isGone = () => request.socket.destroyed;
    const caller = unauthenticatedCaller(app, clientOf(request).address);
    const userAgent = request.headers['user-agent'];
    if ('passkey' in credentials) return signIn.signInByPasskey(caller, credentials.passkey, party, isGone, userAgent);
    const { username, password, factor, enrolment } = credentials;
    const options = { factor: presented(factor, party), enrolment: presented(enrolment, party), userAgent };
    return signIn.signIn(caller, username, password, isGone, options);
  }

  /** Returns the answer for a correct password that requires a further step. @throws `error` if no further step is required */
  async #needIn(error: unknown, request: IncomingMessage, party: RelyingParty | undefined): Promise<SessionAnswer> {
    const { secondFactors, answerFor } = this.#dependencies;
    const message = answerFor(error, request.headers['hexipam-language'])?.message ?? '';
    if (IpamError.is(error, 'signIn.factorNeeded')) {
      const { userId } = error.details;
      const hasCodes = (await secondFactors.of(userId)).some(({ type }) => type === 'totp');
      const passkey = party && (await secondFactors.reauthenticationOptions(userId, party));
      return { status: 401, body: { message, factor: { hasCodes, ...(passkey ? { passkey } : {}) } } };
    }
    if (IpamError.is(error, 'signIn.factorMissing'))
      return { status: 401, body: { message, enrolment: await secondFactors.beginEnrolment(error.details.userId, party) } };
    throw error;
  }

  async #offerPasskey(request: IncomingMessage): Promise<SessionAnswer> {
    const { isOwn, secondFactors, partyOf, clientOf } = this.#dependencies;
    if (!isOwn(request.headers)) return refuse(403, 'Only the web console can use sessions');
    if (request.method !== 'POST') return refuse(405, 'This method is not allowed');
    const party = partyOf(request);
    if (!party) return refuse(400, 'The Host header is missing');
    return { status: 200, body: { passkey: await secondFactors.signInOptions(party, clientOf(request).address) } };
  }

  async #end(request: IncomingMessage): Promise<SessionAnswer> {
    const { accessTokens, tokenIn, clientOf, pathPrefixOf } = this.#dependencies;
    const { encrypted } = clientOf(request);
    const token = tokenIn(request.headers, encrypted);
    if (token !== undefined) await accessTokens.revoke(token).catch(passOverEnded);
    const { url, cookies } = await this.#providers.signOut(request);
    const ended = `${this.#cookie('', encrypted, pathPrefixOf(request))}; Max-Age=0`;
    return { status: 200, body: { user: null, ...(url === undefined ? {} : { signOut: url }) }, cookies: [ended, ...cookies] };
  }

  async #describe(request: IncomingMessage, app: App): Promise<object> {
    const { accessTokens, tokenIn, clientOf, version } = this.#dependencies;
    const token = tokenIn(request.headers, clientOf(request).encrypted);
    const user = token === undefined ? undefined : await accessTokens.authenticate(token, false).catch(passOverEnded);
    if (user && !user.disabled) return this.#facts(user, app);
    const providers = (await this.#dependencies.providerSignIn?.offered()) ?? [];
    return { user: null, version, ...(providers.length > 0 ? { providers } : {}), ...(await this.#refusal()) };
  }

  /** The data only controls the display: the interface checks each request. */
  async #facts(user: User, app: App): Promise<object> {
    const { directory, version } = this.#dependencies;
    const { username, realName, role } = user;
    const principal = principalOf(user, await directory.policyFor(user));
    const { unrestricted, groups, inventory } = principal;
    const shownUser = { username, realName, role, unrestricted, groups, inventory, ...shownRights(principal) };
    const { scan } = await directory.settings();
    const facts = { user: shownUser, permission: app.permission, version, zone: serviceZone(), scans: scan.enabled };
    return { ...facts, ...(await this.#refusal()) };
  }

  async #refusal(): Promise<{ readonly isReadOnly?: true }> {
    return (await this.#dependencies.refusesWrites()) ? { isReadOnly: true } : {};
  }

  #cookie(token: string, isEncrypted: boolean, prefix: string): string {
    return setCookie(this.#dependencies.cookie(isEncrypted), token, { encrypted: isEncrypted, prefix, sameSite: 'Strict' });
  }
}

const shownRights = ({ effective }: Principal) => ({
  levels: effective?.levels ?? {},
  rights: [...(effective?.rights ?? [])].sort(),
});

/** Used if the Host header is missing or invalid, or names an origin that the service does not permit. No passkey matches. */
const noParty: RelyingParty = { id: '', origin: '' };

const presented = (factor: SubmittedFactor | undefined, party: RelyingParty): PresentedFactor | undefined =>
  factor && ('passkey' in factor ? { ...factor, party } : factor);

/** Ignores the error of an invalid or expired token. @throws other errors */
function passOverEnded(error: unknown): undefined {
  if (!IpamError.is(error, 'token.invalid') && !IpamError.is(error, 'token.expired')) throw error;
}

type Members = Readonly<Record<string, unknown>>;

/** A one-time code, or the answer of a passkey. */
type SubmittedFactor = { readonly code: string } | { readonly passkey: Members };

type Credentials =
  | { readonly passkey: Members }
  | {
      readonly username: string;
      readonly password: string;
      readonly factor?: SubmittedFactor | undefined;
      /** The first code, or the new passkey, of a user who has to register a second factor. */
      readonly enrolment?: SubmittedFactor | undefined;
    };

/** Maximum size of a sign-in body in bytes. The answer of a passkey can have several thousand. */
const maxCredentialBytes = 16_384;

/** @returns undefined if the body is too long or contains no complete credentials */
async function readCredentials(request: IncomingMessage): Promise<Credentials | undefined> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxCredentialBytes) return undefined;
    chunks.push(chunk);
  }
  return credentialsIn(Buffer.concat(chunks).toString('utf8'));
}

function credentialsIn(text: string): Credentials | undefined {
  try {
    const input: Members = { ...JSON.parse(text) };
    const { username, password, enrolment } = input;
    const factor = factorIn(input);
    if (username === undefined && password === undefined && factor && 'passkey' in factor) return factor;
    const isWhole = typeof username === 'string' && typeof password === 'string' && username !== '' && password !== '';
    return isWhole ? { username, password, factor, enrolment: factorIn({ ...Object(enrolment) }) } : undefined;
  } catch {
    return undefined;
  }
}

function factorIn({ passkey, code }: Members): SubmittedFactor | undefined {
  if (typeof passkey === 'object' && passkey !== null) return { passkey: { ...passkey } };
  return typeof code === 'string' && code !== '' ? { code } : undefined;
}
