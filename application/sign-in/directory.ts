import type { CustomField, CustomFieldOwner } from '../../domain/catalog/custom-field.js';
import type { Access } from '../../domain/identity/access-token.js';
import type { App } from '../../domain/identity/app.js';
import type { Settings } from '../../domain/identity/settings.js';
import type { Group, User } from '../../domain/identity/user.js';
import type { Clock, TokenRevocations } from '../ports/environment.js';
import type { Readers } from '../ports/unit-of-work.js';

/** How long what administrators set may be remembered, in milliseconds: a change takes effect everywhere within this time. */
const remembered = 1000;

/** More tokens than this are not remembered at a time. */
const maxAccesses = 10_000;

/** Something read, and when. */
interface Remembered<T> {
  readonly since: number;
  readonly value: T;
}

/** What is from the future was read before the clock was set back. */
const isFresh = <T>(kept: Remembered<T> | undefined, now: number): kept is Remembered<T> =>
  kept !== undefined && kept.since <= now && now < kept.since + remembered;

/** What administrators set, and who may come in: applications, users, groups, custom fields, settings. Read often and changed seldom, so kept for a second. */
export class Directory {
  readonly #readers: Readers;
  readonly #clock: Clock;
  readonly #revocations: TokenRevocations | undefined;
  readonly #kept = new Map<string, Remembered<Promise<unknown>>>();
  readonly #accesses = new Map<string, Remembered<Access>>();
  /** How often something was forgotten: what was being read meanwhile may be outlived, and is not kept. */
  #forgotten = 0;

  /** @param revocations tells other processes, if there are any that can be told */
  constructor(readers: Readers, clock: Clock, revocations?: TokenRevocations) {
    this.#readers = readers;
    this.#clock = clock;
    this.#revocations = revocations;
  }

  /** The application of that name, if there is one. */
  async app(id: string): Promise<App | undefined> {
    const apps = await this.#keep('apps', async () => new Map((await this.#readers.apps.list()).map((app) => [app.id, app])));
    return apps.get(id);
  }

  /** The codes of all applications that have one, as they are kept, for comparing them. */
  codes(): Promise<readonly Pick<App, 'code' | 'codeDigest'>[]> {
    return this.#keep('codes', async () =>
      (await this.#readers.apps.list())
        .filter(({ code, codeDigest }) => code !== null || codeDigest !== null)
        .map(({ code, codeDigest }) => ({ code, codeDigest })),
    );
  }

  /** All groups, by id. */
  groups(): Promise<readonly Group[]> {
    return this.#keep('groups', () => this.#readers.groups.list());
  }

  /** All users, by id. */
  users(): Promise<readonly User[]> {
    return this.#keep('users', () => this.#readers.users.list());
  }

  settings(): Promise<Settings> {
    return this.#keep('settings', () => this.#readers.settings.read());
  }

  /** Definitions of the custom fields of one sort of object, in the order of their definition. */
  async customFields(on: CustomFieldOwner): Promise<readonly CustomField[]> {
    const all = await this.#keep('customFields', () => this.#readers.customFields.list());
    return all.filter((field) => field.on === on);
  }

  /** A user's access by the digest of its token, and the user; tokens are remembered when they are known only. */
  async access(digest: string): Promise<Access | undefined> {
    const now = this.#clock.now().getTime();
    const kept = this.#accesses.get(digest);
    if (isFresh(kept, now)) return kept.value;
    const forgotten = this.#forgotten;
    const access = await this.#readAccess(digest);
    if (this.#accesses.size >= maxAccesses) this.#accesses.clear();
    if (access && this.#forgotten === forgotten) this.#accesses.set(digest, { since: now, value: access });
    else this.#accesses.delete(digest);
    return access;
  }

  async #readAccess(digest: string): Promise<Access | undefined> {
    const token = await this.#readers.tokens.find(digest);
    const user = token && (await this.#readers.users.find(token.userId));
    return user && { token, user };
  }

  /** Forgets a token that was changed or ended, here and in all processes that can be told. */
  async revokeEverywhere(digest: string): Promise<void> {
    this.forgetAccess(digest);
    await this.#revocations?.revokeEverywhere(digest);
  }

  /** Forgets a token in this process. */
  forgetAccess(digest: string): void {
    this.#forgotten++;
    this.#accesses.delete(digest);
  }

  /** Forgets what is kept, so that a change made by this process is seen at once. */
  forget(): void {
    this.#forgotten++;
    this.#kept.clear();
    this.#accesses.clear();
  }

  #keep<T>(name: string, read: () => Promise<T>): Promise<T> {
    const now = this.#clock.now().getTime();
    const kept = this.#kept.get(name);
    if (isFresh(kept, now)) return kept.value as Promise<T>;
    const value = read();
    this.#kept.set(name, { since: now, value });
    value.catch(() => this.#kept.delete(name));
    return value;
  }
}
