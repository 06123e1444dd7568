import {
  clientName,
  type OAuthClient,
  oauthLifetimes,
  oauthLimits,
  problemWithRedirectUri,
} from '../../../domain/access/oauth.js';
import { windowAt } from '../../../domain/access/rate-limit.js';
import { clientNetworkOf } from '../../../domain/access/sign-in-block.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';

/** The supported metadata of a registration (RFC 7591). */
export interface ClientRegistration {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** Registers OAuth clients without authentication, within limits. Deletes expired clients and grants. */
export class OAuthClients {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;
  /** Exhausted registration limits, each with its minute. They refuse registrations without a database query. */
  readonly #reached = new Map<string, number>();

  constructor(unitOfWork: UnitOfWork, clock: Clock, tokens: TokenSource) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /** @throws OAuthRefusal invalid_redirect_uri; temporarily_unavailable for an exhausted registration limit */
  async register({ name, redirectUris }: ClientRegistration, clientAddress: string): Promise<OAuthClient> {
    if (redirectUris.length === 0 || redirectUris.length > oauthLimits.redirectUris)
      throw new OAuthRefusal('invalid_redirect_uri', `1 to ${oauthLimits.redirectUris} redirect URIs are required`);
    for (const uri of redirectUris) {
      const problem = problemWithRedirectUri(uri);
      if (problem !== undefined) throw new OAuthRefusal('invalid_redirect_uri', `A redirect URI ${problem}`);
    }
    const now = this.#clock.now();
    const client = { id: this.#tokens.create(), name: clientName(name), redirectUris, created: now, lastGranted: null };
    const limits = limitsOf(clientNetworkOf(clientAddress));
    const window = windowAt(now);
    const known = limits.find((limit) => this.#reached.get(limit.name) === window);
    const reached = known ?? (await this.#unitOfWork.run((repositories) => store(repositories, client, limits, window)));
    if (!reached) return client;
    if (this.#reached.size >= maxReached) this.#reached.clear();
    this.#reached.set(reached.name, window);
    throw new OAuthRefusal('temporarily_unavailable', 'Too many registrations: try again in a minute');
  }

  /** Deletes expired grants with their access tokens, and expired clients. @returns the number of deleted grants */
  async sweep(): Promise<number> {
    const now = this.#clock.now();
    const before = (lifetime: number): Date => new Date(now.getTime() - lifetime);
    const clients = { unusedClients: before(oauthLifetimes.unusedClient), clients: before(oauthLifetimes.client) };
    return this.#unitOfWork.run(async ({ oauth, accessKeys }) => {
      const ended = await oauth.deleteOutlived({ grants: now, ...clients });
      for (const { keyDigest } of ended) if (keyDigest !== null) await accessKeys.delete(keyDigest);
      return ended.length;
    });
  }
}

/** Maximum number of exhausted limits in memory. */
const maxReached = 10_000;

interface RegistrationLimit {
  readonly name: string;
  readonly limit: number;
}

const limitsOf = (network: string): readonly RegistrationLimit[] => [
  { name: `oauth-registrations ${network}`, limit: oauthLimits.registrationsOfNetworkPerMinute },
  { name: 'oauth-registrations', limit: oauthLimits.registrationsPerMinute },
];

/** Counts a registration and stores its client. @returns the exhausted limit, if any; the client is then not stored */
async function store(
  { rateCounts, oauth }: Repositories,
  client: OAuthClient,
  limits: readonly RegistrationLimit[],
  window: number,
): Promise<RegistrationLimit | undefined> {
  for (const each of limits) {
    const { granted } = await rateCounts.acquire({ name: each.name, window }, { least: 1, wanted: 1, limit: each.limit });
    if (granted === 0) return each;
  }
  await oauth.insertClient(client, oauthLimits.clients);
  return undefined;
}

/** Error codes of RFC 6749, RFC 7591 and RFC 8707. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'temporarily_unavailable';

/** An error response to an OAuth client. The message is for the developers of the client. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
