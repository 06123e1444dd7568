import type { App } from '../../../domain/access/app.js';
import { clientNetworkOf } from '../../../domain/access/client-network.js';
import { inProviderOrder, type OidcProvider } from '../../../domain/access/sign-in-provider.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Clock, Log, TokenSource } from '../../ports/environment.js';
import { type OidcChecks, type OidcProviders, ProviderRefusal, ProviderUnavailable } from '../../ports/sign-in-providers.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';
import type { AccessTokens } from './access-tokens.js';
import type { Directory } from './directory.js';
import type { SettleIdentity } from './directory-passwords.js';
import type { SignInSlots } from './sign-in-slots.js';

/** A started sign-in at a provider. A cookie of the browser holds it until the provider's answer. */
export interface BegunSignIn extends OidcChecks {
  readonly provider: string;
  /** Expiry, in milliseconds since 1970 UTC. */
  readonly until: number;
}

/** The client of a request. */
export interface SignInClient {
  readonly address: string;
  readonly isGone: () => boolean;
}

/** Ports of sign-ins at providers. */
export interface ProviderSignInPorts {
  readonly oidc: OidcProviders;
  readonly directory: Directory;
  readonly unitOfWork: UnitOfWork;
  readonly accessTokens: AccessTokens;
  readonly slots: SignInSlots;
  readonly settle: SettleIdentity;
  readonly clock: Clock;
  readonly tokens: TokenSource;
  readonly log?: Pick<Log, 'warn'> | undefined;
}

/** Longest time for a sign-in at the provider, in milliseconds. */
export const maxSignInMs = 600_000;
/** Time for which logout tokens are stored, in milliseconds. Older tokens are refused. */
const logoutMemoryMs = 900_000;

/** Signs users in by OpenID providers. */
export class ProviderSignIn {
  readonly #ports: ProviderSignInPorts;

  constructor(ports: ProviderSignInPorts) {
    this.#ports = ports;
  }

  /** The providers that users can choose, in order. */
  async offered(): Promise<readonly { readonly name: string; readonly label: string }[]> {
    const all = inProviderOrder(await this.#ports.directory.signInProviders());
    return all.filter(({ type, disabled }) => type === 'oidc' && !disabled).map(({ name, label }) => ({ name, label }));
  }

  /** @throws IpamError signIn.refused for an unknown provider; signIn.unavailable, signIn.busy */
  begin(name: string, redirectUri: string, client: SignInClient): Promise<{ readonly url: string; readonly begun: BegunSignIn }> {
    return this.#at(name, client, async ({ oidc: settings }) => {
      const { url, checks } = await this.#ports.oidc.begin(settings, redirectUri);
      return { url, begun: { ...checks, provider: name, until: this.#ports.clock.now().getTime() + maxSignInMs } };
    });
  }

  /**
   * Issues an access token to a person whom the provider has authenticated. A started sign-in is valid once, across all
   * processes.
   * @param answer the redirect URI with the parameters of the provider's answer
   * @throws IpamError signIn.refused, signIn.userDisabled, signIn.unavailable, signIn.busy
   */
  finish(
    app: App,
    name: string,
    begun: BegunSignIn,
    answer: URL,
    client: SignInClient,
  ): Promise<{ readonly token: string; readonly idToken: string }> {
    return this.#at(name, client, async (provider) => {
      const now = this.#ports.clock.now();
      if (begun.provider !== name || begun.until <= now.getTime()) throw staleSignIn();
      if (!(await this.#isFirst(`sign-in ${begun.state}`, new Date(begun.until), now))) throw staleSignIn();
      const { identity, idToken } = await this.#ports.oidc.finish(provider.oidc, answer, begun);
      const user = await this.#ports.settle(provider, identity, client.address);
      if (user.disabled) throw new IpamError('signIn.userDisabled');
      const { token } = await this.#ports.accessTokens.grant(app, client.address, {
        user,
        confirm: async ({ users }) => {
          if (!isSameAccount(await users.find(user.id), user)) throw new IpamError('signIn.failed');
        },
      });
      return { token, idToken };
    });
  }

  /** The URL that ends the session at the provider; undefined if the provider has none or does not answer. */
  async signOutUrl(name: string, idToken: string | undefined, returnTo: string): Promise<string | undefined> {
    const provider = await this.#provider(name);
    if (!provider) return undefined;
    try {
      return await this.#ports.oidc.endSessionUrl(provider.oidc, idToken, returnTo);
    } catch (error) {
      if (error instanceof ProviderUnavailable) return undefined;
      throw error;
    }
  }

  /**
   * Ends all sessions of a person at the provider's request.
   * @throws IpamError signIn.refused, signIn.unavailable, signIn.busy
   */
  endSessions(name: string, logoutToken: string, client: SignInClient): Promise<void> {
    return this.#at(name, client, async (provider) => {
      const { oidc, clock, unitOfWork, directory } = this.#ports;
      const { subject, id } = await oidc.readLogout(provider.oidc, logoutToken);
      const now = clock.now();
      const until = new Date(now.getTime() + logoutMemoryMs);
      if (!(await this.#isFirst(`logout ${provider.oidc.issuer} ${id}`, until, now)))
        throw new ProviderRefusal('the logout token was used before');
      await unitOfWork.run(async ({ users, tokens }) => {
        const user = await users.findBySubject(name, subject);
        if (user) await tokens.deleteOldest(user.id, 0);
      });
      directory.forget();
    });
  }

  /** Runs work with a provider in one of the slots for sign-ins. */
  async #at<T>(name: string, { address, isGone }: SignInClient, work: (provider: OidcProvider) => Promise<T>): Promise<T> {
    const leave = await this.#ports.slots.take({ network: clientNetworkOf(address), isGone });
    try {
      const provider = await this.#provider(name);
      if (!provider) throw new IpamError('signIn.refused', { problem: 'there is no such sign-in provider' });
      return await work(provider).catch((error: unknown) => this.#fail(provider, error));
    } finally {
      leave();
    }
  }

  async #provider(name: string): Promise<OidcProvider | undefined> {
    const all = await this.#ports.directory.signInProviders();
    return all.find((each): each is OidcProvider => each.name === name && each.type === 'oidc' && !each.disabled);
  }

  /** The log gets the reason; clients get a general message. */
  #fail({ name, label }: OidcProvider, error: unknown): never {
    if (error instanceof ProviderUnavailable) {
      this.#ports.log?.warn('sign-in provider unavailable', { provider: name, cause: error.message });
      throw new IpamError('signIn.unavailable', { problem: `${label} does not answer` });
    }
    if (error instanceof ProviderRefusal) {
      this.#ports.log?.warn('answer of a sign-in provider refused', { provider: name, cause: error.message });
      throw new IpamError('signIn.refused', { problem: `the answer of ${label} is not valid` });
    }
    throw error;
  }

  #isFirst(text: string, until: Date, now: Date): Promise<boolean> {
    const digest = this.#ports.tokens.digest(text);
    return this.#ports.unitOfWork.run(({ requestNonces }) => requestNonces.note(digest, until, now));
  }
}

const staleSignIn = (): IpamError<'signIn.refused'> =>
  new IpamError('signIn.refused', { problem: 'this sign-in has expired, start again' });

const isSameAccount = (now: User | undefined, before: User): boolean =>
  now !== undefined && now.provider === before.provider && now.subject === before.subject;
