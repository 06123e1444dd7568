import { type LdapProvider, passwordProviders, type SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { normalizeUsername, type User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Clock, Log, TokenSource } from '../../ports/environment.js';
import {
  type PasswordDirectories,
  type ProvidedIdentity,
  ProviderUnavailable,
  type WrongPassword,
} from '../../ports/sign-in-providers.js';
import { refusesWrites } from '../../ports/storage-error.js';
import type { Readers } from '../../ports/unit-of-work.js';

export type SettleIdentity = (
  provider: SignInProvider,
  identity: ProvidedIdentity,
  clientAddress: string | null,
) => Promise<User>;

export interface DirectoryPorts {
  readonly readers: Pick<Readers, 'signInProviders'>;
  readonly directories: PasswordDirectories;
  readonly settle: SettleIdentity;
  readonly tokens: TokenSource;
  readonly clock: Clock;
  readonly log?: Pick<Log, 'warn'> | undefined;
}

/** A cached successful check. Timestamps are in milliseconds. */
interface Remembered {
  readonly since: number;
  readonly until: number;
  readonly identity: ProvidedIdentity;
}

type CheckedIdentity = ProvidedIdentity | WrongPassword | undefined;

const maxRemembered = 10_000;

/**
 * Checks passwords at LDAP directories. Correct passwords are cached for the time in the provider settings, under a digest with a
 * random key of this process. Changed settings change the digest.
 */
export class DirectoryPasswords {
  readonly #ports: DirectoryPorts;
  readonly #key: string;
  readonly #remembered = new Map<string, Remembered>();
  /** Running queries. Identical queries share a result. */
  readonly #asking = new Map<string, Promise<CheckedIdentity>>();

  constructor(ports: DirectoryPorts) {
    this.#ports = ports;
    this.#key = ports.tokens.createCode();
  }

  /**
   * Checks a user name and password.
   * @param user the stored user named `username`, whose provider is queried. If undefined, all providers that create users are
   * queried in order.
   * @returns the user; WrongPassword if a directory knows the name but refuses the password; otherwise undefined
   * @throws IpamError signIn.unavailable if a directory that may know the user does not respond; signIn.refused
   */
  async check(
    username: string,
    password: string,
    user: User | undefined,
    clientAddress: string | null,
  ): Promise<User | WrongPassword | undefined> {
    if (password === '') return undefined; // a bind without a password succeeds anonymously
    let silent: LdapProvider | undefined;
    let wrong: WrongPassword | undefined;
    for (const provider of await this.#providersFor(user)) {
      try {
        const identity = await this.#identify(provider, username, password);
        if (identity && 'wrongFor' in identity) wrong ??= identity;
        else if (identity) return await this.#userOf(provider, identity, user, clientAddress);
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) throw error;
        silent ??= provider;
        this.#ports.log?.warn('sign-in provider unavailable', { provider: provider.name, cause: error.message });
      }
    }
    if (silent) throw new IpamError('signIn.unavailable', { problem: `${silent.label} does not answer` });
    return wrong;
  }

  async #providersFor(user: User | undefined): Promise<readonly LdapProvider[]> {
    const all = passwordProviders(await this.#ports.readers.signInProviders.list());
    return all.filter(({ name, createUsers }) => (user ? name === user.provider : createUsers));
  }

  /** @returns undefined if the directory returned another user */
  async #userOf(
    provider: LdapProvider,
    identity: ProvidedIdentity,
    user: User | undefined,
    clientAddress: string | null,
  ): Promise<User | undefined> {
    if (user && normalizeUsername(identity.username) !== normalizeUsername(user.username)) return undefined;
    try {
      return await this.#ports.settle(provider, identity, clientAddress);
    } catch (error) {
      if (!user || !refusesWrites(error)) throw error;
      return user; // with the stored groups and role
    }
  }

  async #identify(provider: LdapProvider, username: string, password: string): Promise<CheckedIdentity> {
    const { tokens, clock, directories } = this.#ports;
    const key = tokens.digest(JSON.stringify([this.#key, provider, username, password]));
    const now = clock.now().getTime();
    const remembered = this.#remembered.get(key);
    if (remembered && remembered.since <= now && now < remembered.until) return remembered.identity;
    this.#remembered.delete(key);
    const asking = this.#asking.get(key) ?? directories.identify(provider.ldap, username, password);
    this.#asking.set(key, asking);
    try {
      const identity = await asking;
      if (identity && !('wrongFor' in identity))
        this.#remember(key, { since: now, until: now + provider.ldap.cacheSeconds * 1000, identity });
      return identity;
    } finally {
      this.#asking.delete(key);
    }
  }

  #remember(key: string, result: Remembered): void {
    if (result.until <= result.since) return;
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    this.#remembered.set(key, result);
  }
}
