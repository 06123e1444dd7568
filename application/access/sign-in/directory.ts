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
  /** With the time of the read in milliseconds since 1970 UTC. A time in the future means that the clock was set back. */
  readonly #cache = new Map<string, { readonly since: number; readonly value: Promise<T> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param name of the value; a cache of one value needs none */
  readOnce(read: () => Promise<T>, name = ''): Promise<T> {
    const now = this.#clock.now().getTime();
    const known = this.#cache.get(name);
    if (known && known.since <= now && now < known.since + remembered) return known.value;
    const value = read();
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
  readonly #readers: Readers;
  readonly #cache: ShortMemory<readonly AppForms[]>;
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
    this.#cache.clear();
  }

  #apps(): Promise<readonly AppForms[]> {
    return this.#cache.readOnce(async () =>
      (await this.#readers.apps.list()).map((app) => ({ id: app.id, stored: app, shown: publicApp(app) })),
    );
  }
}

/** Cached applications, users, groups, custom fields and settings. They are read often and change rarely. */
export class Directory {
  readonly #readers: Readers;
  readonly #revocations: TokenRevocations | undefined;
  readonly #apps: StoredApps;
  readonly #groups: ShortMemory<readonly Group[]>;
  readonly #roleSource: ShortMemory<RoleSource>;
  readonly #users: ShortMemory<ReadonlyMap<string, User>>;
  readonly #signInProviders: ShortMemory<readonly SignInProvider[]>;
  readonly #settings: ShortMemory<Settings>;
  readonly #customFields: ShortMemory<readonly CustomField[]>;
  readonly #accesses: ShortMemory<Access | undefined>;
  readonly #keyAccesses: ShortMemory<KeyAccess | undefined>;
  /** Tokens that the storage could not store. */
  readonly #unstored = new BoundedMap<string, UnstoredToken>(10_000);
  /** Cached rights of users. A user object is the key, so its rights are removed from memory with it. */
  readonly #rights = new WeakMap<User, { readonly source: RoleSource; readonly effective: EffectiveRights }>();

  /** @param revocations notifies other processes of revocations, if any */
  constructor(readers: Readers, clock: Clock, revocations?: TokenRevocations, apps: StoredApps = new StoredApps(readers, clock)) {
    this.#readers = readers;
    this.#revocations = revocations;
    this.#apps = apps;
    this.#groups = new ShortMemory(clock);
    this.#roleSource = new ShortMemory(clock);
    this.#users = new ShortMemory(clock);
    this.#signInProviders = new ShortMemory(clock);
    this.#settings = new ShortMemory(clock);
    this.#customFields = new ShortMemory(clock);
    this.#accesses = new ShortMemory(clock);
    this.#keyAccesses = new ShortMemory(clock);
  }

  app(id: string): Promise<App | undefined> {
    return this.#apps.findShown(id);
  }

  groups(): Promise<readonly Group[]> {
    return this.#groups.readOnce(() => this.#readers.groups.list());
  }

  roleSource(): Promise<RoleSource> {
    return this.#roleSource.readOnce(() => readGroupsAndRoles(this.#readers));
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
    return this.#users.readOnce(
      async () => new Map((await this.#readers.users.list()).map((user) => [normalizeUsername(user.username), user])),
    );
  }

  /** All sign-in providers with their secrets. */
  signInProviders(): Promise<readonly SignInProvider[]> {
    return this.#signInProviders.readOnce(() => this.#readers.signInProviders.list());
  }

  settings(): Promise<Settings> {
    return this.#settings.readOnce(() => this.#readers.settings.read());
  }

  async customFields(on: CustomFieldOwner): Promise<readonly CustomField[]> {
    const all = await this.#customFields.readOnce(() => this.#readers.customFields.list());
    return all.filter((field) => field.on === on);
  }

  /** Finds a token and its user by digest. Only existing tokens are cached. */
  access(digest: string): Promise<Access | undefined> {
    return this.#accesses.readOnce(async () => {
      const token = this.#unstored.get(digest) ?? (await this.#readers.tokens.find(digest));
      const user = token && (await this.#readers.users.find(token.userId));
      return user && { token, user };
    }, digest);
  }

  /** Finds a key and its owner by digest. Only existing keys are cached. */
  keyAccess(digest: string): Promise<KeyAccess | undefined> {
    return this.#keyAccesses.readOnce(async () => {
      const key = await this.#readers.accessKeys.find(digest);
      const user = key && (await this.#readers.users.find(key.userId));
      return user && { key, user };
    }, digest);
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
    this.#accesses.forget(digest);
    this.#keyAccesses.forget(digest);
  }

  /** Clears the cache, so that this process sees its own changes. */
  forget(): void {
    this.#apps.forget();
    for (const cache of [this.#groups, this.#roleSource, this.#users, this.#signInProviders, this.#settings, this.#customFields])
      cache.clear();
    this.#accesses.clear();
    this.#keyAccesses.clear();
  }
}
