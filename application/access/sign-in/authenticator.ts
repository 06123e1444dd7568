import type { AccessKey, KeyAccess } from '../../../domain/access/access-key.js';
import { type AcceptedStrategies, type App, type AppSecurity, acceptedStrategies } from '../../../domain/access/app.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { type Caller, callerOf, keyCallerOf } from '../../caller.js';
import type { AuthStrategy, OpenedRequest, PresentedRequest, Proof, ProvenUser, Refusal } from '../../ports/authentication.js';
import type { AccessTokens, GrantedToken } from './access-tokens.js';
import type { Directory } from './directory.js';

/** The authenticated caller with its access token, if any; or the reason of the refusal. */
export type Authentication = { readonly caller: Caller; readonly token?: string | undefined } | { readonly refused: Refusal };

/** Names of the accepted strategies, by security mode of the application. */
export type StrategyNames = Readonly<Record<AppSecurity, AcceptedStrategies>>;

type Accepted = Readonly<Record<keyof AcceptedStrategies, readonly AuthStrategy[]>>;

/** Authenticates callers by the strategies of their application. */
export class Authenticator {
  readonly #accepted: Readonly<Record<AppSecurity, Accepted>>;
  readonly #directory: Directory;
  readonly #tokens: AccessTokens;

  /** @throws TypeError for strategies with equal names, or an unknown name of a strategy */
  constructor(
    strategies: readonly AuthStrategy[],
    directory: Directory,
    tokens: AccessTokens,
    names: StrategyNames = acceptedStrategies,
  ) {
    this.#directory = directory;
    this.#tokens = tokens;
    const named = byName(strategies);
    this.#accepted = {
      none: acceptedOf(names.none, named),
      ssl: acceptedOf(names.ssl, named),
      static: acceptedOf(names.static, named),
      crypt: acceptedOf(names.crypt, named),
      oidc: acceptedOf(names.oidc, named),
    };
  }

  /** Whether requests of an application may be encrypted as a whole. always: all strategies require it. */
  encryption({ security }: App): 'never' | 'sometimes' | 'always' {
    const { requests } = this.#accepted[security];
    const opening = requests.filter(({ open }) => open);
    if (opening.length === 0) return 'never';
    return opening.length === requests.length ? 'always' : 'sometimes';
  }

  /** Decrypts a request; undefined for a request of another application. */
  async open(app: App, encrypted: string): Promise<OpenedRequest | undefined> {
    for (const strategy of this.#accepted[app.security].requests) {
      const opened = await strategy.open?.(app, encrypted);
      if (opened) return opened;
    }
    return undefined;
  }

  /** Whether requests of an application carry access tokens that can be read, renewed and revoked. */
  hasTokens({ security }: App): boolean {
    return this.#accepted[security].ownToken.length > 0;
  }

  /** Authenticates the caller of a request. @returns a refusal for missing or invalid evidence @throws errors of strategies */
  async authenticate(app: App, request: PresentedRequest, purpose: 'requests' | 'ownToken'): Promise<Authentication> {
    const proof = await proofIn(this.#accepted[app.security][purpose], app, request);
    if ('refused' in proof) return proof;
    const proven = 'username' in proof ? await this.#userNamed(proof.username) : provenBy(proof);
    if (!proven) return { refused: 'invalid' };
    const { user, key, token } = proven;
    const terms = await (user ? this.#directory.termsFor(user) : this.#directory.settings());
    if (user && key) return { caller: keyCallerOf(app, { user, key }, terms, request.clientAddress) };
    const session = token === undefined ? undefined : this.#tokens.digestOf(token);
    return { caller: { ...callerOf(app, user, terms, request.clientAddress), session }, token };
  }

  /**
   * Issues an access token to an authenticated user.
   * @returns undefined for a request without evidence of a user
   * @throws IpamError signIn.failed, signIn.userDisabled; signIn.blocked, signIn.nameBlocked, signIn.busy
   */
  async signIn(app: App, request: PresentedRequest): Promise<GrantedToken | undefined> {
    const proof = await proofIn(this.#accepted[app.security].signIn, app, request);
    if ('refused' in proof) {
      if (proof.refused === 'missing') return undefined;
      throw new IpamError('signIn.failed');
    }
    const proven = 'username' in proof ? await this.#userNamed(proof.username) : provenBy(proof);
    if (!proven?.user || proven.key) throw new IpamError('signIn.failed');
    const agent = request.headers['user-agent'];
    const userAgent = typeof agent === 'string' ? agent : undefined;
    return this.#tokens.grant(app, request.clientAddress, { ...proven, user: proven.user }, userAgent);
  }

  async #userNamed(username: string): Promise<Proven | undefined> {
    const user = await this.#directory.userNamed(username);
    return user && provenBy({ user });
  }
}

/** An authenticated user; null: the application itself. */
type Proven = Omit<ProvenUser, 'user'> & { readonly user: User | null; readonly key?: AccessKey };

/** @returns undefined for a disabled user */
function provenBy(proof: ProvenUser | KeyAccess | { readonly proves: 'app' }): Proven | undefined {
  if ('proves' in proof) return { user: null };
  return proof.user.disabled ? undefined : proof;
}

const noCredentials: { readonly refused: Refusal } = { refused: 'missing' };

function proofIn(
  strategies: readonly AuthStrategy[],
  app: App,
  request: PresentedRequest,
): Promise<Proof> | typeof noCredentials {
  for (const strategy of strategies) {
    const evidence = strategy.evidenceIn(request);
    if (evidence !== undefined) return strategy.prove(app, evidence, request);
  }
  return noCredentials;
}

function byName(strategies: readonly AuthStrategy[]): ReadonlyMap<string, AuthStrategy> {
  const named = new Map(strategies.map((strategy) => [strategy.name, strategy]));
  if (named.size < strategies.length)
    throw new TypeError(`two strategies have one name: ${strategies.map(({ name }) => name).join(', ')}`);
  return named;
}

function acceptedOf(names: AcceptedStrategies, named: ReadonlyMap<string, AuthStrategy>): Accepted {
  const strategies = (wanted: readonly string[]): AuthStrategy[] =>
    wanted.map((name) => {
      const strategy = named.get(name);
      if (!strategy) throw new TypeError(`there is no strategy of the name ${name}, only ${[...named.keys()].join(', ')}`);
      return strategy;
    });
  return {
    requests: strategies(names.requests),
    ownToken: strategies(names.ownToken),
    signIn: strategies(names.signIn),
  };
}
