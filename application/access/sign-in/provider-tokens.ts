import { mappedServiceAccount, rulesOf } from '../../../domain/access/provider-mapping.js';
import type { OidcProvider } from '../../../domain/access/sign-in-provider.js';
import { isServiceAccount, normalizeUsername, type User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import {
  type AccessTokenFacts,
  type OidcProviders,
  ProviderRefusal,
  ProviderUnavailable,
} from '../../ports/sign-in-providers.js';
import type { Directory } from './directory.js';

/** Verifies access tokens of OpenID providers. Only the provider's keys are fetched, from time to time. */
export class ProviderTokens {
  readonly #directory: Directory;
  readonly #oidc: OidcProviders | undefined;

  constructor(directory: Directory, oidc: OidcProviders | undefined) {
    this.#directory = directory;
    this.#oidc = oidc;
  }

  /**
   * The user of an access token: a service account according to the mapping, or a user who signed in through the provider before.
   * @param issuer from the token, unverified
   * @returns undefined for an invalid token or an unknown user
   * @throws IpamError signIn.unavailable if the provider's keys cannot be fetched
   */
  async userOf(token: string, issuer: string): Promise<User | 'expired' | undefined> {
    const provider = await this.#providerOf(issuer);
    if (!provider || !this.#oidc) return undefined;
    try {
      const result = await this.#oidc.readAccessToken(provider.oidc, token);
      return result === 'expired' ? result : await this.#userOf(provider, result);
    } catch (error) {
      if (error instanceof ProviderRefusal) return undefined;
      if (error instanceof ProviderUnavailable)
        throw new IpamError('signIn.unavailable', { problem: `${provider.label} does not answer` });
      throw error;
    }
  }

  async #providerOf(issuer: string): Promise<OidcProvider | undefined> {
    const all = await this.#directory.signInProviders();
    return all.find(
      (each): each is OidcProvider =>
        each.type === 'oidc' && !each.disabled && each.oidc.audience !== '' && each.oidc.issuer === issuer,
    );
  }

  async #userOf({ name, mapping }: OidcProvider, { subject, program }: AccessTokenFacts): Promise<User | undefined> {
    const users = await this.#directory.users();
    const account = mappedServiceAccount(rulesOf(mapping), program);
    return account === undefined
      ? users.find((user) => user.provider === name && user.subject === subject)
      : users.find((user) => isServiceAccount(user) && normalizeUsername(user.username) === normalizeUsername(account));
  }
}
