import type { App } from '../../../domain/access/app.js';
import { clientNetworkOf } from '../../../domain/access/sign-in-block.js';
import { inProviderOrder, type OidcProvider, type SamlProvider } from '../../../domain/access/sign-in-provider.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Clock, Log, TokenSource } from '../../ports/environment.js';
import {
  type OidcChecks,
  type OidcProviders,
  type ProvidedIdentity,
  ProviderRefusal,
  ProviderUnavailable,
  type SamlProviders,
} from '../../ports/sign-in-providers.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import type { AccessTokens } from './access-tokens.js';
import type { Directory } from './directory.js';
import type { SettleIdentity } from './directory-passwords.js';
import type { SignInSlots } from './sign-in-slots.js';

/** Secret that binds a SAML response to the browser. The request contains only its digest as ID. */
export interface SamlChecks {
  readonly requestSecret: string;
}

/** A started sign-in. The browser stores it in a cookie until the provider responds. */
export type BegunSignIn = (OidcChecks | SamlChecks) & {
  readonly provider: string;
  /** Expiry, in milliseconds since 1970 UTC. */
  readonly until: number;
};

/** Whether the provider responds by a form post. */
export const isAnsweredByForm = (begun: BegunSignIn): boolean => 'requestSecret' in begun;

/** The response of a provider: the redirect URI with parameters, or the form field SAMLResponse. */
export type ProviderResponse = { readonly redirect: URL } | { readonly samlResponse: string; readonly consumerUrl: string };

export interface SignInClient {
  readonly address: string;
  readonly userAgent?: string | undefined;
  readonly isGone: () => boolean;
}

export interface ProviderSignInPorts {
  /** undefined: OpenID is not available. */
  readonly oidc: OidcProviders | undefined;
  /** undefined: SAML is not available. */
  readonly saml: SamlProviders | undefined;
  readonly directory: Directory;
  readonly unitOfWork: UnitOfWork;
  readonly accessTokens: AccessTokens;
  readonly slots: SignInSlots;
  readonly settle: SettleIdentity;
  readonly clock: Clock;
  readonly tokens: TokenSource;
  readonly log?: Pick<Log, 'warn'> | undefined;
}

type BrowserProvider = OidcProvider | SamlProvider;

/** Maximum duration of a sign-in at a provider, in milliseconds. */
export const maxSignInMs = 600_000;
/** Maximum clock difference between processes, in milliseconds. */
const clockSkewMs = 60_000;
/** Storage time of logout tokens, in milliseconds. Older tokens are refused. */
const logoutMemoryMs = 900_000;

export class ProviderSignIn {
  readonly #ports: ProviderSignInPorts;

  constructor(ports: ProviderSignInPorts) {
    this.#ports = ports;
  }

  async offered(): Promise<readonly { readonly name: string; readonly label: string }[]> {
    return inProviderOrder(await this.#providers()).map(({ name, label }) => ({ name, label }));
  }

  /**
   * Starts a sign-in.
   * @param responseUrl URL for the response of the provider
   * @throws IpamError signIn.refused for an unknown provider; signIn.unavailable, signIn.busy
   */
  async begin(
    name: string,
    responseUrl: string,
    client: SignInClient,
  ): Promise<{ readonly url: string; readonly begun: BegunSignIn }> {
    return this.#at(name, client, async (provider) => {
      const { url, checks } = await this.#beginAt(provider, responseUrl);
      return { url, begun: { ...checks, provider: name, until: this.#ports.clock.now().getTime() + maxSignInMs } };
    });
  }

  /**
   * Issues an access token to a person authenticated by a provider. A started sign-in is valid once across all processes.
   * @returns the token, and the ID token of an OpenID provider
   * @throws IpamError signIn.refused, signIn.userDisabled, signIn.unavailable, signIn.busy
   */
  async finish(
    app: App,
    name: string,
    begun: BegunSignIn,
    response: ProviderResponse,
    client: SignInClient,
  ): Promise<{ readonly token: string; readonly idToken: string | undefined }> {
    return this.#at(name, client, async (provider) => {
      const now = this.#ports.clock.now().getTime();
      // the browser sends the expiry, so it has an upper limit: used sign-ins are stored until then
      const isOpen = now < begun.until && begun.until <= now + maxSignInMs + clockSkewMs;
      if (begun.provider !== name || !isOpen) throw staleSignIn();
      const { identity, idToken } = await this.#finishAt(provider, begun, response, client);
      const user = await this.#ports.settle(provider, identity, client.address);
      if (user.disabled) throw new IpamError('signIn.userDisabled');
      const authenticated = {
        user,
        method: provider.type,
        confirm: async ({ users }: Repositories) => {
          if (!isSameAccount(await users.find(user.id), user)) throw new IpamError('signIn.failed');
        },
      };
      const { token } = await this.#ports.accessTokens.grant(app, client.address, authenticated, client.userAgent);
      return { token, idToken };
    });
  }

  /** The logout URL of the provider; undefined if the provider has none or does not respond. */
  async signOutUrl(name: string, idToken: string | undefined, returnTo: string): Promise<string | undefined> {
    const provider = await this.#provider(name);
    if (provider?.type !== 'oidc') return undefined;
    try {
      return await this.#oidc.endSessionUrl(provider.oidc, idToken, returnTo);
    } catch (error) {
      if (error instanceof ProviderUnavailable) return undefined;
      throw error;
    }
  }

  /**
   * Ends all sessions of a person at the provider's request.
   * @throws IpamError signIn.refused, signIn.unavailable, signIn.busy
   */
  async endSessions(name: string, logoutToken: string, client: SignInClient): Promise<void> {
    return this.#at(name, client, async (provider) => {
      const { clock, unitOfWork, directory } = this.#ports;
      if (provider.type !== 'oidc') throw new ProviderRefusal('the provider is not an OpenID provider');
      const { subject, id } = await this.#oidc.readLogout(provider.oidc, logoutToken);
      const until = new Date(clock.now().getTime() + logoutMemoryMs);
      if (!(await this.#isFirst(`logout ${provider.oidc.issuer} ${id}`, until)))
        throw new ProviderRefusal('the logout token was used before');
      await unitOfWork.run(async ({ users, tokens }) => {
        const user = await users.findBySubject(name, subject);
        if (user) await tokens.deleteOldest(user.id, 0);
      });
      directory.forget();
    });
  }

  /** The service metadata for a SAML provider, as XML. @throws IpamError signIn.refused for an unknown provider */
  async metadata(name: string, consumerUrl: string): Promise<string> {
    const provider = await this.#provider(name);
    if (provider?.type !== 'saml') throw noProvider();
    return this.#saml.metadata(provider.saml, consumerUrl);
  }

  async #beginAt(provider: BrowserProvider, responseUrl: string): Promise<{ url: string; checks: OidcChecks | SamlChecks }> {
    if (provider.type === 'oidc') return this.#oidc.begin(provider.oidc, responseUrl);
    const requestSecret = this.#ports.tokens.createCode();
    const request = { id: this.#requestId(requestSecret), consumerUrl: responseUrl };
    return { url: await this.#saml.begin(provider.saml, request), checks: { requestSecret } };
  }

  async #finishAt(
    provider: BrowserProvider,
    begun: BegunSignIn,
    response: ProviderResponse,
    { address }: SignInClient,
  ): Promise<{ identity: ProvidedIdentity; idToken: string | undefined }> {
    if (provider.type === 'oidc' && 'state' in begun && 'redirect' in response) {
      await this.#use(begun.state, begun);
      return this.#oidc.finish(provider.oidc, response.redirect, begun);
    }
    if (provider.type === 'saml' && 'requestSecret' in begun && 'samlResponse' in response) {
      const id = this.#requestId(begun.requestSecret);
      const request = { id, consumerUrl: response.consumerUrl, client: clientNetworkOf(address) };
      await this.#use(request.id, begun);
      const { identity, assertionId, until } = await this.#saml.finish(provider.saml, response.samlResponse, request);
      if (!(await this.#isFirst(`assertion ${provider.saml.entityId} ${assertionId}`, until)))
        throw new ProviderRefusal('the assertion was used before');
      return { identity, idToken: undefined };
    }
    throw staleSignIn();
  }

  /** Marks a started sign-in as used. @throws IpamError signIn.refused if it was used before */
  async #use(id: string, { until }: BegunSignIn): Promise<void> {
    if (!(await this.#isFirst(`sign-in ${id}`, new Date(until)))) throw staleSignIn();
  }

  /** A request ID: a valid XML name that does not reveal the secret. */
  #requestId(secret: string): string {
    return `_${this.#ports.tokens.digest(`request ${secret}`)}`;
  }

  #at<T>(name: string, { address, isGone }: SignInClient, work: (provider: BrowserProvider) => Promise<T>): Promise<T> {
    return this.#ports.slots.run({ network: clientNetworkOf(address), isGone }, async () => {
      const provider = await this.#provider(name);
      if (!provider) throw noProvider();
      return work(provider).catch((error: unknown) => this.#fail(provider, error));
    });
  }

  async #provider(name: string): Promise<BrowserProvider | undefined> {
    return (await this.#providers()).find((each) => each.name === name);
  }

  async #providers(): Promise<BrowserProvider[]> {
    const all = await this.#ports.directory.signInProviders();
    return all.filter(
      (each): each is BrowserProvider => !each.disabled && each.type !== 'ldap' && this.#ports[each.type] !== undefined,
    );
  }

  get #oidc(): OidcProviders {
    if (!this.#ports.oidc) throw noProvider();
    return this.#ports.oidc;
  }

  get #saml(): SamlProviders {
    if (!this.#ports.saml) throw noProvider();
    return this.#ports.saml;
  }

  /** Logs the reason of a failure. Clients get a general message. */
  #fail({ name, label }: BrowserProvider, error: unknown): never {
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

  #isFirst(text: string, until: Date): Promise<boolean> {
    const digest = this.#ports.tokens.digest(text);
    const now = this.#ports.clock.now();
    return this.#ports.unitOfWork.run(({ requestNonces }) => requestNonces.note(digest, until, now));
  }
}

const noProvider = (): IpamError<'signIn.refused'> =>
  new IpamError('signIn.refused', { problem: 'there is no such sign-in provider' });

const staleSignIn = (): IpamError<'signIn.refused'> =>
  new IpamError('signIn.refused', { problem: 'this sign-in has expired, start again' });

const isSameAccount = (now: User | undefined, before: User): boolean =>
  now !== undefined && now.provider === before.provider && now.subject === before.subject;
