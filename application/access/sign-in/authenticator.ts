import type { AccessKey } from '../../../domain/access/access-key.js';
import { type AcceptedStrategies, type App, type AppSecurity, acceptedStrategies } from '../../../domain/access/app.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { type Caller, callerOf, keyCallerOf } from '../../caller.js';
import type {
  AuthenticatedUser,
  AuthenticationResult,
  AuthStrategy,
  OpenedRequest,
  PresentedRequest,
  Refusal,
} from '../../ports/authentication.js';
import type { AccessTokens, GrantedToken } from './access-tokens.js';
import type { Directory } from './directory.js';

/** The authenticated caller with its access token, if any; or the reason of a refusal. */
export type Authentication = { readonly caller: Caller; readonly token?: string | undefined } | { readonly refused: Refusal };

/** Names of accepted strategies by security mode. */
export type StrategyNames = Readonly<Record<AppSecurity, AcceptedStrategies>>;

type Accepted = Readonly<Record<keyof AcceptedStrategies, readonly AuthStrategy[]>>;

export class Authenticator {
  readonly #accepted: Readonly<Record<AppSecurity, Accepted>>;
  readonly #directory: Directory;
  readonly #tokens: AccessTokens;

  /** @throws TypeError for duplicate strategy names, or an unknown strategy name */
  constructor(
    strategies: readonly AuthStrategy[],
    directory: Directory,
    tokens: AccessTokens,
    names: StrategyNames = acceptedStrategies,
  ) {
    this.#directory = directory;
    this.#tokens = tokens;
    const strategiesByName = byName(strategies);
    this.#accepted = {
      none: acceptedOf(names.none, strategiesByName),
      ssl: acceptedOf(names.ssl, strategiesByName),
      static: acceptedOf(names.static, strategiesByName),
      crypt: acceptedOf(names.crypt, strategiesByName),
      oidc: acceptedOf(names.oidc, strategiesByName),
    };
  }

  /** Whether requests of an application may be encrypted. always: all its strategies require encryption. */
  encryption({ security }: App): 'never' | 'sometimes' | 'always' {
    const { requests } = this.#accepted[security];
    const opening = requests.filter(({ open }) => open);
    if (opening.length === 0) return 'never';
    return opening.length === requests.length ? 'always' : 'sometimes';
  }

  async open(app: App, encrypted: string): Promise<OpenedRequest | undefined> {
    for (const strategy of this.#accepted[app.security].requests) {
      const opened = await strategy.open?.(app, encrypted);
      if (opened) return opened;
    }
    return undefined;
  }

  hasTokens({ security }: App): boolean {
    return this.#accepted[security].ownToken.length > 0;
  }

  /** Authenticates the caller of a request. @returns a refusal for missing or invalid credentials @throws errors of strategies */
  async authenticate(app: App, request: PresentedRequest, purpose: 'requests' | 'ownToken'): Promise<Authentication> {
    const authenticated = await this.#identify(app, request, purpose);
    if ('refused' in authenticated) return authenticated;
    const { user, key, token } = authenticated;
    const policy = await (user ? this.#directory.policyFor(user) : this.#directory.settings());
    if (user && key) return { caller: keyCallerOf(app, { user, key }, policy, request.clientAddress) };
    const session = token === undefined ? undefined : this.#tokens.digestOf(token);
    return { caller: { ...callerOf(app, user, policy, request.clientAddress), session }, token };
  }

  /**
   * Issues an access token to an authenticated user.
   * @returns undefined for a request without user credentials
   * @throws IpamError signIn.failed, signIn.userDisabled; signIn.blocked, signIn.nameBlocked, signIn.busy
   */
  async signIn(app: App, request: PresentedRequest): Promise<GrantedToken | undefined> {
    const authenticated = await this.#identify(app, request, 'signIn');
    if ('refused' in authenticated && authenticated.refused === 'missing') return undefined;
    if ('refused' in authenticated || !authenticated.user || authenticated.key) throw new IpamError('signIn.failed');
    const agent = request.headers['user-agent'];
    const userAgent = typeof agent === 'string' ? agent : undefined;
    return this.#tokens.grant(app, request.clientAddress, { ...authenticated, user: authenticated.user }, userAgent);
  }

  async #identify(
    app: App,
    request: PresentedRequest,
    purpose: keyof AcceptedStrategies,
  ): Promise<AuthenticatedIdentity | { readonly refused: Refusal }> {
    const result = await authenticationIn(this.#accepted[app.security][purpose], app, request);
    if ('refused' in result) return result;
    if ('proves' in result) return { user: null };
    if ('user' in result) return result.user.disabled ? { refused: 'invalid' } : result;
    const user = await this.#directory.findUser(result.username);
    return user && !user.disabled ? { user } : { refused: 'invalid' };
  }
}

/** An authenticated user. null: the application itself. */
type AuthenticatedIdentity = Omit<AuthenticatedUser, 'user'> & { readonly user: User | null; readonly key?: AccessKey };

const noCredentials: { readonly refused: Refusal } = { refused: 'missing' };

function authenticationIn(
  strategies: readonly AuthStrategy[],
  app: App,
  request: PresentedRequest,
): Promise<AuthenticationResult> | typeof noCredentials {
  for (const strategy of strategies) {
    const credentials = strategy.evidenceIn(request);
    if (credentials !== undefined) return strategy.prove(app, credentials, request);
  }
  return noCredentials;
}

function byName(strategies: readonly AuthStrategy[]): ReadonlyMap<string, AuthStrategy> {
  const strategiesByName = new Map(strategies.map((strategy) => [strategy.name, strategy]));
  if (strategiesByName.size < strategies.length)
    throw new TypeError(`two strategies have the same name: ${strategies.map(({ name }) => name).join(', ')}`);
  return strategiesByName;
}

function acceptedOf(names: AcceptedStrategies, strategiesByName: ReadonlyMap<string, AuthStrategy>): Accepted {
  const strategies = (names: readonly string[]): AuthStrategy[] =>
    names.map((name) => {
      const strategy = strategiesByName.get(name);
      if (!strategy)
        throw new TypeError(`there is no strategy with the name ${name}; known are ${[...strategiesByName.keys()].join(', ')}`);
      return strategy;
    });
  return {
    requests: strategies(names.requests),
    ownToken: strategies(names.ownToken),
    signIn: strategies(names.signIn),
  };
}
