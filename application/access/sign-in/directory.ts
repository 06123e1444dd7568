import type { KeyAccess } from '../../../domain/access/access-key.js';
import type { Access, UnstoredToken } from '../../../domain/access/access-token.js';
import { type App, findApp, publicApp, type StoredApp } from '../../../domain/access/app.js';
import { type EffectiveRights, effectiveRights, grantsOf, type RoleSource } from '../../../domain/access/effective-rights.js';
import type { Settings } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { type Group, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { Clock, TokenRevocations } from '../../ports/environment.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { BoundedMap } from '../bounded-map.js';
import { readGroupsAndRoles } from '../role-source.js';

/** Cache lifetime of administrative records, in milliseconds. All processes see a change within this time. */
const remembered = 1000;

/** Maximum number of values in a cache. */
const maxCached = 10_000;

/** Caches values by name for a second. Missing values and failures are not cached. */
class ShortMemory<T> {
  readonly #clock: Clock;
  readonly #read: (name: string) => Promise<T>;
  /** With the time of the read in milliseconds since 1970 UTC. A time in the future means that the clock was set back. */
  readonly #cache = new Map<string, { readonly since: number; readonly value: Promise<T> }>();

  constructor(clock: Clock, read: (name: string) => Promise<T>) {
    this.#clock = clock;
    this.#read = read;
  }

  /** @param name of the value; a cache of one value needs none */
  read(name = ''): Promise<T> {
    const now = this.#clock.now().getTime();
    const known = this.#cache.get(name);
    if (known && known.since <= now && now < known.since + remembered) return known.value;
    const value = this.#read(name);
    const cached = { since: now, value };
    if (this.#cache.size >= maxCached) this.#cache.clear();
    this.#cache.set(name, cached);
    const drop = () => {
      if (this.#cache.get(name) === cached) this.#cache.delete(name);
    };
    value.then((found) => found ?? drop(), drop);
    return value;
  }

  /** Removes a value. The result of a running read is not cached. */
  forget(name: string): void {
    this.#cache.delete(name);
  }

  clear(): void {
    this.#cache.clear();
  }
}

interface AppForms {
  readonly id: string;
  readonly stored: StoredApp;
  readonly shown: App;
}

/** Applications with their secrets, for strategies. Cached for a second. */
export class StoredApps {
  readonly #cache: ShortMemory<readonly AppForms[]>;
  readonly #builtIn: readonly App[];

  /** @param builtIn applications to use unless one with the same id is stored */
  constructor(readers: Readers, clock: Clock, builtIn: readonly App[] = []) {
    this.#cache = new ShortMemory(clock, async () =>
      (await readers.apps.list()).map((app) => ({ id: app.id, stored: app, shown: publicApp(app) })),
    );
    this.#builtIn = builtIn;
  }

  async list(): Promise<readonly StoredApp[]> {
    return (await this.#cache.read()).map(({ stored }) => stored);
  }

  async find(id: string): Promise<StoredApp | undefined> {
    return findApp(await this.#cache.read(), id)?.stored;
  }

  async findShown(id: string): Promise<App | undefined> {
    return findApp(await this.#cache.read(), id)?.shown ?? findApp(this.#builtIn, id);
  }

  /** Clears the cache, so that this process sees its own changes. */
  forget(): void {
    this.#cache.clear();
  }
}

const cachesOf = (readers: Readers, clock: Clock, unstored: ReadonlyMap<string, UnstoredToken>) => ({
  groups: new ShortMemory(clock, () => readers.groups.list()),
  roleSource: new ShortMemory(clock, () => readGroupsAndRoles(readers)),
  usersByName: new ShortMemory(
    clock,
    async () => new Map((await readers.users.list()).map((user) => [normalizeUsername(user.username), user])),
  ),
  signInProviders: new ShortMemory(clock, () => readers.signInProviders.list()),
  settings: new ShortMemory(clock, () => readers.settings.read()),
  customFields: new ShortMemory(clock, () => readers.customFields.list()),
  accesses: new ShortMemory(clock, async (digest): Promise<Access | undefined> => {
    const token = unstored.get(digest) ?? (await readers.tokens.find(digest));
    const user = token && (await readers.users.find(token.userId));
    return user && { token, user };
  }),
  keyAccesses: new ShortMemory(clock, async (digest): Promise<KeyAccess | undefined> => {
    const key = await readers.accessKeys.find(digest);
    const user = key && (await readers.users.find(key.userId));
    return user && { key, user };
  }),
});

/** Cached applications, users, groups, custom fields and settings. They are read often and change rarely. */
export class Directory {
  readonly #revocations: TokenRevocations | undefined;
  readonly #apps: StoredApps;
  readonly #caches: ReturnType<typeof cachesOf>;
  /** Tokens that the storage could not store. */
  readonly #unstored = new BoundedMap<string, UnstoredToken>(10_000);
  /** Cached rights of users. A user object is the key, so its rights are removed from memory with it. */
  readonly #rights = new WeakMap<User, { readonly source: RoleSource; readonly effective: EffectiveRights }>();

  /** @param revocations notifies other processes of revocations, if any */
  constructor(readers: Readers, clock: Clock, revocations?: TokenRevocations, apps: StoredApps = new StoredApps(readers, clock)) {
    this.#revocations = revocations;
    this.#apps = apps;
    this.#caches = cachesOf(readers, clock, this.#unstored);
  }

  app(id: string): Promise<App | undefined> {
    return this.#apps.findShown(id);
  }

  groups(): Promise<readonly Group[]> {
    return this.#caches.groups.read();
  }

  roleSource(): Promise<RoleSource> {
    return this.#caches.roleSource.read();
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
    return [...(await this.#caches.usersByName.read()).values()];
  }

  async findUser(username: string): Promise<User | undefined> {
    return (await this.#caches.usersByName.read()).get(normalizeUsername(username));
  }

  /** All sign-in providers with their secrets. */
  signInProviders(): Promise<readonly SignInProvider[]> {
    return this.#caches.signInProviders.read();
  }

  settings(): Promise<Settings> {
    return this.#caches.settings.read();
  }

  async customFields(on: CustomFieldOwner): Promise<readonly CustomField[]> {
    return (await this.#caches.customFields.read()).filter((field) => field.on === on);
  }

  /** Finds a token and its user by digest. Only existing tokens are cached. */
  access(digest: string): Promise<Access | undefined> {
    return this.#caches.accesses.read(digest);
  }

  /** Finds a key and its owner by digest. Only existing keys are cached. */
  keyAccess(digest: string): Promise<KeyAccess | undefined> {
    return this.#caches.keyAccesses.read(digest);
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
    return this.#unstored.get(digest);
  }

  /** Adds or replaces an unstored token in all processes. */
  async shareUnstored(token: UnstoredToken): Promise<void> {
    this.noteUnstored(token);
    await this.#revocations?.shareEverywhere?.(token);
  }

  /** Adds or replaces an unstored token in this process. */
  noteUnstored(token: UnstoredToken): void {
    this.#unstored.set(token.digest, token);
    this.forgetAccess(token.digest);
  }

  /** Removes a token from the cache of this process. */
  forgetAccess(digest: string): void {
    this.#caches.accesses.forget(digest);
    this.#caches.keyAccesses.forget(digest);
  }

  /** Clears the cache, so that this process sees its own changes. */
  forget(): void {
    this.#apps.forget();
    for (const cache of Object.values(this.#caches)) cache.clear();
  }
}
