import type { App } from '../../../domain/access/app.js';
import { clientNetworkOf } from '../../../domain/access/client-network.js';
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

/** The value that binds the answer of a SAML provider to the browser: the request has only its digest as ID. */
export interface SamlChecks {
  readonly requestSecret: string;
}

/** A started sign-in at a provider. A cookie of the browser holds it until the provider's answer. */
export type BegunSignIn = (OidcChecks | SamlChecks) & {
  readonly provider: string;
  /** Expiry, in milliseconds since 1970 UTC. */
  readonly until: number;
};

/** Whether the answer comes as a form that a page of the provider posts. */
export const isAnsweredByForm = (begun: BegunSignIn): boolean => 'requestSecret' in begun;

/** The answer of a provider: the redirect URI with parameters, or the form field SAMLResponse. */
export type ProviderAnswer = { readonly redirect: URL } | { readonly samlResponse: string; readonly consumerUrl: string };

/** The client of a request. */
export interface SignInClient {
  readonly address: string;
  /** The program of the client, as it names itself. */
  readonly userAgent?: string | undefined;
  readonly isGone: () => boolean;
}

/** Ports of sign-ins at providers. */
export interface ProviderSignInPorts {
  /** Without it, OpenID providers do not exist. */
  readonly oidc: OidcProviders | undefined;
  /** Without it, SAML providers do not exist. */
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

/** Longest time for a sign-in at the provider, in milliseconds. */
export const maxSignInMs = 600_000;
/** Difference between the clocks of two processes, in milliseconds. */
const clockSkewMs = 60_000;
/** Time for which logout tokens are stored, in milliseconds. Older tokens are refused. */
const logoutMemoryMs = 900_000;

/** Signs users in by OpenID and SAML providers. */
export class ProviderSignIn {
  readonly #ports: ProviderSignInPorts;

  constructor(ports: ProviderSignInPorts) {
    this.#ports = ports;
  }

  /** The providers that users can choose, in order. */
  async offered(): Promise<readonly { readonly name: string; readonly label: string }[]> {
    return inProviderOrder(await this.#providers()).map(({ name, label }) => ({ name, label }));
  }

  /**
   * @param answerUrl URL to which the provider sends its answer
   * @throws IpamError signIn.refused for an unknown provider; signIn.unavailable, signIn.busy
   */
  begin(name: string, answerUrl: string, client: SignInClient): Promise<{ readonly url: string; readonly begun: BegunSignIn }> {
    return this.#at(name, client, async (provider) => {
      const { url, checks } = await this.#beginAt(provider, answerUrl);
      return { url, begun: { ...checks, provider: name, until: this.#ports.clock.now().getTime() + maxSignInMs } };
    });
  }

  /**
   * Issues an access token to a person whom the provider has authenticated. A started sign-in is valid once, across all
   * processes.
   * @returns the token, and the ID token of an OpenID provider
   * @throws IpamError signIn.refused, signIn.userDisabled, signIn.unavailable, signIn.busy
   */
  finish(
    app: App,
    name: string,
    begun: BegunSignIn,
    answer: ProviderAnswer,
    client: SignInClient,
  ): Promise<{ readonly token: string; readonly idToken: string | undefined }> {
    return this.#at(name, client, async (provider) => {
      if (begun.provider !== name || !this.#isOpen(begun)) throw staleSignIn();
      const { identity, idToken } = await this.#finishAt(provider, begun, answer);
      const user = await this.#ports.settle(provider, identity, client.address);
      if (user.disabled) throw new IpamError('signIn.userDisabled');
      const proven = {
        user,
        method: provider.type,
        confirm: async ({ users }: Repositories) => {
          if (!isSameAccount(await users.find(user.id), user)) throw new IpamError('signIn.failed');
        },
      };
      const { token } = await this.#ports.accessTokens.grant(app, client.address, proven, client.userAgent);
      return { token, idToken };
    });
  }

  /** The URL that ends the session at the provider; undefined if the provider has none or does not answer. */
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
  endSessions(name: string, logoutToken: string, client: SignInClient): Promise<void> {
    return this.#at(name, client, async (provider) => {
      const { clock, unitOfWork, directory } = this.#ports;
      if (provider.type !== 'oidc') throw new ProviderRefusal('the provider is no OpenID provider');
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

  /** The metadata of this service for a SAML provider, XML. @throws IpamError signIn.refused for an unknown provider */
  async metadata(name: string, consumerUrl: string): Promise<string> {
    const provider = await this.#provider(name);
    if (provider?.type !== 'saml') throw noProvider();
    return this.#saml.metadata(provider.saml, consumerUrl);
  }

  async #beginAt(provider: BrowserProvider, answerUrl: string): Promise<{ url: string; checks: OidcChecks | SamlChecks }> {
    if (provider.type === 'oidc') return this.#oidc.begin(provider.oidc, answerUrl);
    const requestSecret = this.#ports.tokens.createCode();
    const request = { id: this.#requestId(requestSecret), consumerUrl: answerUrl };
    return { url: await this.#saml.begin(provider.saml, request), checks: { requestSecret } };
  }

  async #finishAt(
    provider: BrowserProvider,
    begun: BegunSignIn,
    answer: ProviderAnswer,
  ): Promise<{ identity: ProvidedIdentity; idToken: string | undefined }> {
    if (provider.type === 'oidc' && 'state' in begun && 'redirect' in answer) {
      await this.#use(begun.state, begun);
      return this.#oidc.finish(provider.oidc, answer.redirect, begun);
    }
    if (provider.type === 'saml' && 'requestSecret' in begun && 'samlResponse' in answer) {
      const request = { id: this.#requestId(begun.requestSecret), consumerUrl: answer.consumerUrl };
      await this.#use(request.id, begun);
      const { identity, assertionId, until } = await this.#saml.finish(provider.saml, answer.samlResponse, request);
      if (!(await this.#isFirst(`assertion ${provider.saml.entityId} ${assertionId}`, until)))
        throw new ProviderRefusal('the assertion was used before');
      return { identity, idToken: undefined };
    }
    throw staleSignIn();
  }

  /** The time comes from the browser, and how long the sign-in is remembered follows from it. */
  #isOpen({ until }: BegunSignIn): boolean {
    const now = this.#ports.clock.now().getTime();
    return now < until && until <= now + maxSignInMs + clockSkewMs;
  }

  /** @throws IpamError signIn.refused where the begun sign-in was finished before */
  async #use(id: string, { until }: BegunSignIn): Promise<void> {
    if (!(await this.#isFirst(`sign-in ${id}`, new Date(until)))) throw staleSignIn();
  }

  /** An XML name. The secret does not follow from it. */
  #requestId(secret: string): string {
    return `_${this.#ports.tokens.digest(`request ${secret}`)}`;
  }

  /** Runs work with a provider in one of the slots for sign-ins. */
  async #at<T>(name: string, { address, isGone }: SignInClient, work: (provider: BrowserProvider) => Promise<T>): Promise<T> {
    const leave = await this.#ports.slots.take({ network: clientNetworkOf(address), isGone });
    try {
      const provider = await this.#provider(name);
      if (!provider) throw noProvider();
      return await work(provider).catch((error: unknown) => this.#fail(provider, error));
    } finally {
      leave();
    }
  }

  async #provider(name: string): Promise<BrowserProvider | undefined> {
    return (await this.#providers()).find((each) => each.name === name);
  }

  /** Enabled providers whose protocol exists here. */
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

  /** The log gets the reason; clients get a general message. */
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
