import type { KeyAccess } from '../../../domain/access/access-key.js';
import type { Access } from '../../../domain/access/access-token.js';
import { type App, appNamed, publicApp, type StoredApp } from '../../../domain/access/app.js';
import { type EffectiveRights, effectiveRights, grantsOf, type RoleSource } from '../../../domain/access/effective-rights.js';
import { allRoles } from '../../../domain/access/role.js';
import type { Settings } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { type Group, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { Clock, TokenRevocations } from '../../ports/environment.js';
import type { Readers } from '../../ports/unit-of-work.js';

/** How long what administrators set may be remembered, in milliseconds: a change takes effect everywhere within this time. */
const remembered = 1000;

/** Something read, and when, in milliseconds since 1970 UTC. */
interface Remembered<T> {
  readonly since: number;
  readonly value: T;
}

/** Whether something may still be used. What is from the future was read before the clock was set back. */
const isFresh = <T>(kept: Remembered<T> | undefined, now: number): kept is Remembered<T> =>
  kept !== undefined && kept.since <= now && now < kept.since + remembered;

/** Remembers for a second what was read, by name. */
class ShortMemory {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Remembered<Promise<unknown>>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What is remembered by a name, else what is read now. A failure is not remembered. */
  keep<T>(name: string, read: () => Promise<T>): Promise<T> {
    const now = this.#clock.now().getTime();
    const kept = this.#kept.get(name);
    if (isFresh(kept, now)) return kept.value as Promise<T>;
    const value = read();
    this.#kept.set(name, { since: now, value });
    value.catch(() => this.#kept.delete(name));
    return value;
  }

  forget(): void {
    this.#kept.clear();
  }
}

/** More tokens or keys than this are not remembered at a time. */
const maxAccesses = 10_000;

/** Remembers for a second what tokens or keys give access to, by their digests; only those that are known. */
class SecretMemory<T> {
  readonly #clock: Clock;
  readonly #known = new Map<string, Remembered<T>>();
  /** How often something was forgotten: what was being read meanwhile may be outlived, and is not kept. */
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

/** One application in both forms. */
interface AppForms {
  readonly id: string;
  readonly stored: StoredApp;
  readonly shown: App;
}

/** Applications with their secrets, for what proves them. Kept for a second, as all that the directory knows. */
export class StoredApps {
  readonly #readers: Readers;
  readonly #kept: ShortMemory;
  readonly #builtIn: readonly App[];

  /** @param builtIn applications that are there without being stored; one that is stored takes the place of that of its name */
  constructor(readers: Readers, clock: Clock, builtIn: readonly App[] = []) {
    this.#readers = readers;
    this.#kept = new ShortMemory(clock);
    this.#builtIn = builtIn;
  }

  /** All stored applications, by id. */
  async list(): Promise<readonly StoredApp[]> {
    return (await this.#apps()).map(({ stored }) => stored);
  }

  /** The application of that id, in any case, if there is one. */
  async find(id: string): Promise<StoredApp | undefined> {
    return appNamed(await this.#apps(), id)?.stored;
  }

  /** The same without its secrets. */
  async findShown(id: string): Promise<App | undefined> {
    return appNamed(await this.#apps(), id)?.shown ?? appNamed(this.#builtIn, id);
  }

  /** Forgets what is kept, so that a change made by this process is seen at once. */
  forget(): void {
    this.#kept.forget();
  }

  #apps(): Promise<readonly AppForms[]> {
    return this.#kept.keep('apps', async () =>
      (await this.#readers.apps.list()).map((app) => ({ id: app.id, stored: app, shown: publicApp(app) })),
    );
  }
}

/** What administrators set, and who may come in: applications, users, groups, custom fields, settings. Read often and changed seldom, so kept for a second. */
export class Directory {
  readonly #readers: Readers;
  readonly #revocations: TokenRevocations | undefined;
  readonly #apps: StoredApps;
  readonly #kept: ShortMemory;
  readonly #accesses: SecretMemory<Access>;
  readonly #keyAccesses: SecretMemory<KeyAccess>;
  /** Rights of users that are remembered. */
  readonly #rights = new WeakMap<User, { readonly source: RoleSource; readonly effective: EffectiveRights }>();

  /** @param revocations tells other processes, if there are any that can be told */
  constructor(readers: Readers, clock: Clock, revocations?: TokenRevocations, apps: StoredApps = new StoredApps(readers, clock)) {
    this.#readers = readers;
    this.#revocations = revocations;
    this.#apps = apps;
    this.#kept = new ShortMemory(clock);
    this.#accesses = new SecretMemory(clock);
    this.#keyAccesses = new SecretMemory(clock);
  }

  /** The application of that name, if there is one. */
  app(id: string): Promise<App | undefined> {
    return this.#apps.findShown(id);
  }

  /** All groups, by id. */
  groups(): Promise<readonly Group[]> {
    return this.#kept.keep('groups', () => this.#readers.groups.list());
  }

  /** Groups and all roles, where the rights of users are found. */
  roleSource(): Promise<RoleSource> {
    return this.#kept.keep('roleSource', async () => {
      const [groups, own] = await Promise.all([this.groups(), this.#readers.roles.list()]);
      return { groups, roles: allRoles(own) };
    });
  }

  /** What decides on the rights of a user: settings, and the rights with those of roles, which are worked out once. */
  async termsFor(user: User): Promise<{ readonly enforceUserPermissions: boolean; readonly effective: EffectiveRights }> {
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

  /** All users, by id. */
  async users(): Promise<readonly User[]> {
    return [...(await this.#usersByName()).values()];
  }

  /** The user of a name in any case, if there is one. */
  async userNamed(username: string): Promise<User | undefined> {
    return (await this.#usersByName()).get(normalizeUsername(username));
  }

  #usersByName(): Promise<ReadonlyMap<string, User>> {
    return this.#kept.keep(
      'users',
      async () => new Map((await this.#readers.users.list()).map((user) => [normalizeUsername(user.username), user])),
    );
  }

  /** All sign-in providers, with their secrets. */
  signInProviders(): Promise<readonly SignInProvider[]> {
    return this.#kept.keep('signInProviders', () => this.#readers.signInProviders.list());
  }

  settings(): Promise<Settings> {
    return this.#kept.keep('settings', () => this.#readers.settings.read());
  }

  /** Definitions of the custom fields of one sort of object, in the order of their definition. */
  async customFields(on: CustomFieldOwner): Promise<readonly CustomField[]> {
    const all = await this.#kept.keep('customFields', () => this.#readers.customFields.list());
    return all.filter((field) => field.on === on);
  }

  /** A user's access by the digest of its token, and the user; tokens are remembered when they are known only. */
  access(digest: string): Promise<Access | undefined> {
    return this.#accesses.find(digest, async () => {
      const token = await this.#readers.tokens.find(digest);
      const user = token && (await this.#readers.users.find(token.userId));
      return user && { token, user };
    });
  }

  /** The key with a digest, and its owner, remembered as tokens are. */
  keyAccess(digest: string): Promise<KeyAccess | undefined> {
    return this.#keyAccesses.find(digest, async () => {
      const key = await this.#readers.accessKeys.find(digest);
      const user = key && (await this.#readers.users.find(key.userId));
      return user && { key, user };
    });
  }

  /** Forgets a token that was changed or ended, here and in all processes that can be told. */
  async revokeEverywhere(digest: string): Promise<void> {
    this.forgetAccess(digest);
    await this.#revocations?.revokeEverywhere(digest);
  }

  /** Forgets a token in this process. */
  forgetAccess(digest: string): void {
    this.#accesses.forget(digest);
    this.#keyAccesses.forget(digest);
  }

  /** Forgets what is kept, so that a change made by this process is seen at once. */
  forget(): void {
    this.#kept.forget();
    this.#apps.forget();
    this.#accesses.clear();
    this.#keyAccesses.clear();
  }
}
