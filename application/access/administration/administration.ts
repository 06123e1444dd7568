import { appFields, type StoredApp } from '../../../domain/access/app.js';
import { isActiveAdministrator, normalizeUsername, userFields } from '../../../domain/access/user.js';
import { maxQuarantine } from '../../../domain/allocation/address-criteria.js';
import { IpamError } from '../../../domain/errors.js';
import { defaultsOf } from '../../../domain/fields/administered-field.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { internalCaller, provisioningCaller } from '../../caller.js';
import type { Clock, PasswordHasher, TokenSource } from '../../ports/environment.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { repeatUntilNone } from '../../retry-until.js';
import { readDocument } from '../provisioning/document.js';
import { invalidEntry } from '../provisioning/entry.js';
import { type ProvisionedUser, passwordProblem } from '../provisioning/records.js';
import { AdministrativeUnits } from './administrative-units.js';
import { applyDocument } from './apply-provisioning.js';
import { type PreparedHash, profileOf } from './audited-writes.js';

export interface FirstCredentials {
  readonly username: string;
  readonly password: string;
  readonly appId: string;
}

const firstApp: StoredApp = { id: 'default', permission: 'admin', security: 'none', ...defaultsOf(appFields) };
const firstUsername = 'Admin';
const generatedPasswordLength = 20;
const millisecondsOfDay = 86_400_000;

/** Maximum number of stored release times of addresses. */
const maxFreed = 1_000_000;

export class Administration {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #units: AdministrativeUnits;
  readonly #clock: Clock;
  readonly #passwords: PasswordHasher;
  readonly #tokens: TokenSource;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, passwords: PasswordHasher, tokens: TokenSource) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#units = new AdministrativeUnits(unitOfWork, clock);
    this.#clock = clock;
    this.#passwords = passwords;
    this.#tokens = tokens;
  }

  /**
   * Applies a provisioning document completely or not at all. A repeated application changes nothing.
   * @param document the parsed JSON file
   * @returns names of the added or changed entries, e.g. `users[0]`
   * @throws IpamError provision.invalid with the name of the invalid entry
   */
  async provision(document: unknown): Promise<readonly string[]> {
    const wanted = readDocument(document);
    const hashes = await this.#prepareHashes(wanted.users);
    const digest = (code: string): string => this.#tokens.digest(code);
    try {
      return await this.#units.run(provisioningCaller, (unit) => applyDocument(unit, wanted, { hashes, digest }));
    } catch (error) {
      if (IpamError.is(error, 'administration.lastAdministrator')) invalidEntry('users', 'would leave no active administrator');
      throw error;
    }
  }

  /**
   * Describes the weak passwords of a valid provisioning document: one sentence per user, without the password. They are only
   * warnings: each start of the service applies the document, and a password that was accepted before must not prevent it.
   */
  async weakPasswords(document: unknown): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { username, password } of readDocument(document).users) {
      const problem = password === null ? undefined : await passwordProblem(this.#passwords, username, password);
      if (problem !== undefined) found.push(`the password of user ${username} ${problem}`);
    }
    return found;
  }

  /**
   * Creates the user Admin if no administrator can sign in. With this user, it creates the first application if there is none.
   * @param password of Admin; null: nothing is created
   * @returns there: an administrator exists; made: Admin was created; nameTaken: the name Admin is in use; missing: no password
   * @throws IpamError provision.invalid for a password that is too short, common, or the user name
   */
  async firstAdministrator(password: string | null): Promise<'there' | 'made' | 'nameTaken' | 'missing'> {
    if ((await this.#readers.users.list()).some(isActiveAdministrator)) return 'there';
    if (password === null) return 'missing';
    const hash = await this.#hashOfFirst(password);
    return this.#units.run(internalCaller, async ({ repositories: { users, apps }, writes }) => {
      if ((await users.list()).some(isActiveAdministrator)) return 'there';
      if (await users.findByName(firstUsername)) return 'nameTaken';
      await writes.addUser(firstUser, hash);
      if ((await apps.list()).length === 0) await writes.saveApp(undefined, firstApp);
      return 'made';
    });
  }

  /**
   * Creates the first user and application of a database without users.
   * @param password of the user; by default a generated one
   * @returns the credentials; undefined if users exist
   * @throws IpamError provision.invalid for a password that is too short, common, or the user name
   */
  async firstStart(password?: string): Promise<FirstCredentials | undefined> {
    if ((await this.#readers.users.list()).length > 0) return undefined;
    const chosen = password ?? this.#tokens.create().slice(0, generatedPasswordLength);
    const hash = await this.#hashOfFirst(chosen);
    const isFirst = await this.#units.run(internalCaller, async ({ repositories: { users, apps }, writes }) => {
      if ((await users.list()).length > 0) return false; // only one of several concurrently starting processes creates the user
      await writes.addUser(firstUser, hash);
      if (!(await apps.find(firstApp.id))) await writes.saveApp(undefined, firstApp);
      return true;
    });
    return isFirst ? { username: firstUsername, password: chosen, appId: firstApp.id } : undefined;
  }

  /**
   * Deletes change log entries older than `changeLogDays`. Entries that a follower has not read are deleted `webhooks.keepDays`
   * later.
   * @returns the number of deleted entries
   */
  async pruneChangeLog(): Promise<number> {
    const { changeLogDays, webhooks } = await this.#readers.settings.read();
    if (changeLogDays === null) return 0;
    return (await this.#prune(changeLogDays, true)) + (await this.#prune(changeLogDays + webhooks.keepDays, false));
  }

  /** @param keepsUnread whether to keep entries that a follower has not read */
  #prune(days: number, keepsUnread: boolean): Promise<number> {
    const before = formatTimestamp(new Date(this.#clock.now().getTime() - days * millisecondsOfDay));
    return repeatUntilNone(() =>
      this.#unitOfWork.run(async ({ changeLog, feed }) => {
        const positions = keepsUnread ? (await feed.followers()).map(({ position }) => position) : [];
        return changeLog.deleteBefore(before, positions.length > 0 ? Math.min(...positions) + 1 : null);
      }),
    );
  }

  /** Deletes expired nonces of encrypted requests. @returns their number */
  sweepRequestNonces(): Promise<number> {
    const now = this.#clock.now();
    return repeatUntilNone(() => this.#unitOfWork.run(({ requestNonces }) => requestNonces.deleteOutlived(now)));
  }

  /**
   * Deletes release times of addresses: those older than the maximum quarantine, and the oldest above `maxFreed`.
   * @returns the number of deleted times
   */
  forgetFreedAddresses(): Promise<number> {
    const before = formatTimestamp(new Date(this.#clock.now().getTime() - maxQuarantine * 60_000));
    return repeatUntilNone(() => this.#unitOfWork.run(({ addresses }) => addresses.forgetFreed(before, maxFreed)));
  }

  async #hashOfFirst(password: string): Promise<string> {
    const problem = await passwordProblem(this.#passwords, firstUsername, password);
    if (problem !== undefined) invalidEntry(`user ${firstUsername} "password"`, problem);
    return this.#passwords.hash(password);
  }

  async #prepareHashes(users: readonly ProvisionedUser[]): Promise<Map<string, PreparedHash>> {
    const prepared = await Promise.all(
      users.map(async (user) => ({ name: normalizeUsername(user.username), hash: await this.#prepareHash(user) })),
    );
    return new Map(prepared.flatMap(({ name, hash }) => (hash ? [[name, hash]] : [])));
  }

  /** @returns undefined if the document has no password, or if the stored hash matches and is not outdated */
  async #prepareHash({ username, password }: ProvisionedUser): Promise<PreparedHash | undefined> {
    if (password === null) return undefined;
    const user = await this.#readers.users.findByName(username);
    const stored = (user && (await this.#readers.users.findPasswordHash(user.id))) || undefined; // service accounts have no hash
    const isKnown = stored !== undefined && (await this.#passwords.verify(password, stored));
    if (isKnown && !this.#passwords.isOutdated(stored)) return undefined;
    return { hash: await this.#passwords.hash(password), replaces: !isKnown };
  }
}

const firstUser = profileOf({
  ...defaultsOf(userFields),
  ...{ username: firstUsername, role: 'Administrator', inventory: 'write', groups: [] },
});
