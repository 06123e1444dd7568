import { isScope, type Scope } from '../../../domain/access/key-scope.js';
import {
  challengeAsHex,
  codeOf,
  hostOfClient,
  isClientId,
  isClientUrl,
  isCodeChallenge,
  isLoopbackUri,
  isReadScope,
  isRegisteredUri,
  type OAuthClient,
  oauthLifetimes,
  oauthLimits,
  receiverOf,
  requestedScopes,
} from '../../../domain/access/oauth.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { OAuthReader } from '../../ports/oauth.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { type AdministrativeUnit, runForOwner } from '../administration/administrative-units.js';
import type { AuditedWrites } from '../administration/audited-writes.js';
import { requireOwner } from '../administration/requirements.js';
import type { ClientDocuments } from './client-documents.js';

export type AuthorizationParameters = readonly (readonly [name: string, value: string])[];

export interface DescribedAuthorization {
  readonly client: string;
  /** The host of a client that is identified by the URL of its metadata document; null for registered clients. */
  readonly clientHost: string | null;
  /** The target of the code: host and port, or the scheme of a program. */
  readonly receiver: string;
  /** Whether the receiver is a loopback address. Any program on the device of the user may listen there and claim any name. */
  readonly isLocal: boolean;
  /** Requested scopes. isRead: preselected on the consent page. */
  readonly scopes: readonly { readonly scope: Scope; readonly isRead: boolean }[];
}

interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly state: string | undefined;
  readonly scopes: readonly Scope[];
}

interface Dependencies {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly tokens: TokenSource;
  /** Scopes that users can grant. Empty: OAuth is disabled. */
  readonly grantable: readonly Scope[];
  /** undefined: only registered clients are accepted. */
  readonly documents: ClientDocuments | undefined;
}

type FindClient = (oauth: OAuthReader, id: string) => Promise<OAuthClient | undefined>;

/**
 * Consents of users to authorization requests of OAuth clients. An invalid request never redirects.
 * @throws IpamError permission.denied for callers without a user session; authorization.invalid; rate.limited
 */
export class Authorizations {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async describe(caller: Caller, parameters: AuthorizationParameters): Promise<DescribedAuthorization> {
    const find = await this.#clientsFor(caller, parameters);
    const { client, redirectUri, scopes } = await this.#read(this.#dependencies.readers.oauth, parameters, find);
    const shown = scopes.map((scope) => ({ scope, isRead: isReadScope(scope) }));
    const receiver = { receiver: receiverOf(redirectUri), isLocal: isLoopbackUri(redirectUri) };
    return { client: client.name, clientHost: hostOfClient(client.id) ?? null, ...receiver, scopes: shown };
  }

  /**
   * Grants scopes to the client. Requires a recent authentication.
   * @param scopes a subset of the requested scopes
   * @param issuer identifier of this service in the redirect (RFC 9207)
   * @returns the redirect URI with the code
   * @throws IpamError account.proofOutdated
   */
  async allow(caller: Caller, parameters: AuthorizationParameters, scopes: readonly string[], issuer: string): Promise<string> {
    const { unitOfWork, clock, tokens } = this.#dependencies;
    const find = await this.#clientsFor(caller, parameters);
    const grant = async ({ repositories, writes, now }: AdministrativeUnit, user: User): Promise<string> => {
      const request = await this.#read(repositories.oauth, parameters, find);
      const chosen = chosenScopes(scopes, request.scopes);
      await makeRoom(repositories, writes, user);
      const family = tokens.createCode();
      const code = codeOf(family, tokens.createCode());
      await repositories.oauth.saveGrant({
        ...{ family: tokens.digest(family), secret: tokens.digest(code), challenge: request.challenge, keyDigest: null },
        ...{ clientId: request.client.id, clientName: request.client.name, userId: user.id, scopes: chosen },
        ...{ redirectUri: request.redirectUri, created: now, expires: new Date(now.getTime() + oauthLifetimes.code) },
      });
      await repositories.oauth.noteConsent(request.client.id, now);
      return redirectTo(request, { code, iss: issuer });
    };
    return runForOwner(unitOfWork, clock, caller, grant, { isReauthenticated: true });
  }

  /** @returns the redirect URI with the error access_denied */
  async deny(caller: Caller, parameters: AuthorizationParameters, issuer: string): Promise<string> {
    const find = await this.#clientsFor(caller, parameters);
    const request = await this.#read(this.#dependencies.readers.oauth, parameters, find);
    return redirectTo(request, { error: 'access_denied', iss: issuer });
  }

  /** Reads the metadata document of a client if its id is a URL. @returns a function that finds the client without HTTP requests */
  async #clientsFor(caller: Caller, parameters: AuthorizationParameters): Promise<FindClient> {
    const { documents, grantable } = this.#dependencies;
    const owner = requireOwner(caller);
    const id = valuesOf(parameters).get('client_id') ?? '';
    if (!documents || grantable.length === 0 || !isClientUrl(id)) return (oauth, each) => oauth.findClient(each);
    const client = await documents.find(id, owner.id);
    return async (_oauth, each) => (each === id ? client : undefined);
  }

  async #read(oauth: OAuthReader, parameters: AuthorizationParameters, find: FindClient): Promise<AuthorizationRequest> {
    const { grantable } = this.#dependencies;
    if (grantable.length === 0) refuse('OAuth is off');
    const values = valuesOf(parameters);
    const id = values.get('client_id') ?? '';
    const client = isClientId(id) || isClientUrl(id) ? await find(oauth, id) : undefined;
    if (!client) return refuse('the client is unknown or no longer registered');
    const redirectUri = values.get('redirect_uri') ?? '';
    if (!isRegisteredUri(client, redirectUri)) refuse('redirect_uri is not registered for this client');
    if (values.get('response_type') !== 'code') refuse('response_type must be code');
    const challenge = values.get('code_challenge') ?? '';
    if (values.get('code_challenge_method') !== 'S256' || !isCodeChallenge(challenge))
      refuse('code_challenge with the method S256 is required');
    const state = values.get('state');
    if (state !== undefined && state.length > oauthLimits.stateLength) refuse('state is too long');
    const scopes = requestedScopes(values.get('scope') ?? '', grantable);
    return { client, redirectUri, challenge: challengeAsHex(challenge), state, scopes };
  }
}

/** @throws IpamError authorization.invalid for a repeated parameter */
function valuesOf(parameters: AuthorizationParameters): ReadonlyMap<string, string> {
  const values = new Map(parameters);
  return values.size < parameters.length ? refuse('a parameter is repeated') : values;
}

function refuse(problem: string): never {
  throw new IpamError('authorization.invalid', { problem });
}

/** @throws IpamError authorization.invalid without a scope, or for a scope that was not requested */
function chosenScopes(chosen: readonly string[], requested: readonly Scope[]): readonly Scope[] {
  const scopes = [...new Set(chosen)].filter(isScope);
  if (scopes.length === 0 || scopes.length < new Set(chosen).size || scopes.some((scope) => !requested.includes(scope)))
    refuse('scopes must be among the requested scopes');
  return scopes;
}

/** Deletes the oldest grants of a user above the limit, and their access tokens. */
async function makeRoom({ oauth }: Repositories, writes: AuditedWrites, user: User): Promise<void> {
  const grants = await oauth.listGrants(user.id);
  for (const grant of grants.slice(0, Math.max(0, grants.length + 1 - oauthLimits.grantsOfUser)))
    await writes.deleteGrant(user, grant);
}

function redirectTo({ redirectUri, state }: AuthorizationRequest, values: Readonly<Record<string, string>>): string {
  const all = { ...values, ...(state === undefined ? {} : { state }) };
  const query = Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query.join('&')}`;
}
