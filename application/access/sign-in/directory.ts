import type { KeyAccess } from '../../../domain/access/access-key.js';
import type { Access, UnstoredToken } from '../../../domain/access/access-token.js';
import { type App, findApp, publicApp, type StoredApp } from '../../../domain/access/app.js';
import { type EffectiveRights, effectiveRights, grantsOf, type RoleSource } from '../../../domain/access/effective-rights.js';
import { allRoles } from '../../../domain/access/role.js';
import type { Settings } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { type Group, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { Clock, TokenRevocations } from '../../ports/environment.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { UnstoredTokens } from './unstored-tokens.js';

/** Cache lifetime of administrative records, in milliseconds. All processes see a change within this time. */
const remembered = 1000;

/** A cached value with its read time, in milliseconds since 1970 UTC. */
interface Remembered<T> {
  readonly since: number;
  readonly value: T;
}

/** Whether a cached value is valid. A read time in the future means that the clock was set back. */
const isFresh = <T>(cached: Remembered<T> | undefined, now: number): cached is Remembered<T> =>
  cached !== undefined && cached.since <= now && now < cached.since + remembered;

/** Caches values by name for a second. */
class ShortMemory {
  readonly #clock: Clock;
  readonly #cache = new Map<string, Remembered<Promise<unknown>>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
    const now = this.#clock.now().getTime();
    const cached = this.#cache.get(name);
    if (isFresh(cached, now)) return cached.value as Promise<T>;
    const value = read();
    this.#cache.set(name, { since: now, value });
    value.catch(() => this.#cache.delete(name));
    return value;
  }

  forget(): void {
    this.#cache.clear();
  }
}

/** Maximum number of cached tokens or keys. */
const maxAccesses = 10_000;

/** Caches valid tokens or keys by digest for a second. */
class SecretMemory<T> {
  readonly #clock: Clock;
  readonly #known = new Map<string, Remembered<T>>();
  /** Number of revocations. A read that began before a revocation is not cached. */
  #forgotten = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async find(digest: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = this.#clock.now().getTime();
    const known = this.#known.get(digest);
    if (isFresh(known, now)) return known.value;
    const forgotten = this.#forgotten;
    const value = await read();
    if (this.#known.size >= maxAccesses) this.#known.clear();
    if (value && this.#forgotten === forgotten) this.#known.set(digest, { since: now, value });
    else this.#known.delete(digest);
    return value;
  }

  forget(digest: string): void {
    this.#forgotten++;
    this.#known.delete(digest);
  }

  clear(): void {
    this.#forgotten++;
    this.#known.clear();
  }
}

interface AppForms {
  readonly id: string;
  readonly stored: StoredApp;
  readonly shown: App;
}

/** Applications with their secrets, for strategies. Cached for a second. */
export class StoredApps {
  readonly #readers: Readers;
  readonly #cache: ShortMemory;
  readonly #builtIn: readonly App[];

  /** @param builtIn applications to use unless one with the same id is stored */
  constructor(readers: Readers, clock: Clock, builtIn: readonly App[] = []) {
    this.#readers = readers;
    this.#cache = new ShortMemory(clock);
    this.#builtIn = builtIn;
  }

  async list(): Promise<readonly StoredApp[]> {
    return (await this.#apps()).map(({ stored }) => stored);
  }

  async find(id: string): Promise<StoredApp | undefined> {
    return findApp(await this.#apps(), id)?.stored;
  }

  async findShown(id: string): Promise<App | undefined> {
    return findApp(await this.#apps(), id)?.shown ?? findApp(this.#builtIn, id);
  }

  /** Clears the cache, so that this process sees its own changes. */
  forget(): void {
    this.#cache.forget();
  }

  #apps(): Promise<readonly AppForms[]> {
    return this.#cache.readOnce('apps', async () =>
      (await this.#readers.apps.list()).map((app) => ({ id: app.id, stored: app, shown: publicApp(app) })),
    );
  }
}

/** Cached applications, users, groups, custom fields and settings. They are read often and change rarely. */
export class Directory {
  readonly #readers: Readers;
  readonly #revocations: TokenRevocations | undefined;
  readonly #apps: StoredApps;
  readonly #cache: ShortMemory;
  readonly #accesses: SecretMemory<Access>;
  readonly #keyAccesses: SecretMemory<KeyAccess>;
  readonly #unstored = new UnstoredTokens();
  /** Cached rights of users. A user object is the key, so its rights are removed from memory with it. */
  readonly #rights = new WeakMap<User, { readonly source: RoleSource; readonly effective: EffectiveRights }>();

  /** @param revocations notifies other processes of revocations, if any */
  constructor(readers: Readers, clock: Clock, revocations?: TokenRevocations, apps: StoredApps = new StoredApps(readers, clock)) {
    this.#readers = readers;
    this.#revocations = revocations;
    this.#apps = apps;
    this.#cache = new ShortMemory(clock);
    this.#accesses = new SecretMemory(clock);
    this.#keyAccesses = new SecretMemory(clock);
  }

  app(id: string): Promise<App | undefined> {
    return this.#apps.findShown(id);
  }

  groups(): Promise<readonly Group[]> {
    return this.#cache.readOnce('groups', () => this.#readers.groups.list());
  }

  roleSource(): Promise<RoleSource> {
    return this.#cache.readOnce('roleSource', async () => {
      const [groups, roles] = await Promise.all([this.#readers.groups.list(), this.#readers.roles.list()]);
      return { groups, roles: allRoles(roles) };
    });
  }

  /** The principal options of a user: settings, and rights including roles. Rights are computed once. */
  async policyFor(user: User): Promise<{ readonly enforceUserPermissions: boolean; readonly effective: EffectiveRights }> {
    const [{ enforceUserPermissions }, source] = await Promise.all([this.settings(), this.roleSource()]);
    return { enforceUserPermissions, effective: this.#effectiveOf(user, source) };
  }

  #effectiveOf(user: User, source: RoleSource): EffectiveRights {
    const known = this.#rights.get(user);
    if (known?.source === source) return known.effective;
    const effective = effectiveRights(grantsOf(user, source));
    this.#rights.set(user, { source, effective });
    return effective;
  }

  async users(): Promise<readonly User[]> {
    return [...(await this.#usersByName()).values()];
  }

  async findUser(username: string): Promise<User | undefined> {
    return (await this.#usersByName()).get(normalizeUsername(username));
  }

  #usersByName(): Promise<ReadonlyMap<string, User>> {
    return this.#cache.readOnce(
      'users',
      async () => new Map((await this.#readers.users.list()).map((user) => [normalizeUsername(user.username), user])),
    );
  }

  /** All sign-in providers with their secrets. */
  signInProviders(): Promise<readonly SignInProvider[]> {
    return this.#cache.readOnce('signInProviders', () => this.#readers.signInProviders.list());
  }

  settings(): Promise<Settings> {
    return this.#cache.readOnce('settings', () => this.#readers.settings.read());
  }

  async customFields(on: CustomFieldOwner): Promise<readonly CustomField[]> {
    const all = await this.#cache.readOnce('customFields', () => this.#readers.customFields.list());
    return all.filter((field) => field.on === on);
  }

  /** Finds a token and its user by digest. Only existing tokens are cached. */
  access(digest: string): Promise<Access | undefined> {
    return this.#accesses.find(digest, async () => {
      const token = this.#unstored.find(digest) ?? (await this.#readers.tokens.find(digest));
      const user = token && (await this.#readers.users.find(token.userId));
      return user && { token, user };
    });
  }

  /** Finds a key and its owner by digest. Only existing keys are cached. */
  keyAccess(digest: string): Promise<KeyAccess | undefined> {
    return this.#keyAccesses.find(digest, async () => {
      const key = await this.#readers.accessKeys.find(digest);
      const user = key && (await this.#readers.users.find(key.userId));
      return user && { key, user };
    });
  }

  /** Removes a token from the caches of all processes. */
  async revokeEverywhere(digest: string): Promise<void> {
    this.forgetRevoked(digest);
    await this.#revocations?.revokeEverywhere(digest);
  }

  forgetRevoked(digest: string): void {
    this.#unstored.delete(digest);
    this.forgetAccess(digest);
  }

  unstoredToken(digest: string): UnstoredToken | undefined {
    return this.#unstored.find(digest);
  }

  /** Adds or replaces an unstored token in all processes. */
  async shareUnstored(token: UnstoredToken): Promise<void> {
    this.noteUnstored(token);
    await this.#revocations?.shareEverywhere?.(token);
  }

  /** Adds or replaces an unstored token in this process. */
  noteUnstored(token: UnstoredToken): void {
    this.#unstored.add(token);
    this.forgetAccess(token.digest);
  }

  /** Removes a token from the cache of this process. */
  forgetAccess(digest: string): void {
    this.#accesses.forget(digest);
    this.#keyAccesses.forget(digest);
  }

  /** Clears the cache, so that this process sees its own changes. */
  forget(): void {
    this.#cache.forget();
    this.#apps.forget();
    this.#accesses.clear();
    this.#keyAccesses.clear();
  }
}
