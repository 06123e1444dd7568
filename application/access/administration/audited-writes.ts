import type { AccessKey } from '../../../domain/access/access-key.js';
import { type AccessToken, publicDigest } from '../../../domain/access/access-token.js';
import { appFields, type StoredApp } from '../../../domain/access/app.js';
import type { OAuthGrant } from '../../../domain/access/oauth.js';
import type { OwnRole } from '../../../domain/access/role.js';
import type { SecondFactor } from '../../../domain/access/second-factor.js';
import { type Settings, secretSettings, withoutSecrets } from '../../../domain/access/settings.js';
import { providerSecrets, publicProvider, type SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { type Group, mustSignInAgain, noPasswordHash, type User, type UserKind } from '../../../domain/access/user.js';
import type { AuditedObject, Change, ChangeAction } from '../../../domain/changes/change.js';
import { changedMembers, plainDocumentOf } from '../../../domain/changes/change-values.js';
import { webhookFields } from '../../../domain/changes/webhook.js';
import { memberOf, secretNames } from '../../../domain/fields/administered-field.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { authorship, type Caller } from '../../caller.js';
import { defineCustomField, dropCustomField } from '../../catalog/custom-fields.js';
import { changedLine, lineOf, plainDifferences, recordChange, recordConsequences } from '../../changes/change-log.js';
import { followerOf } from '../../changes/webhooks/webhook-follower.js';
import type { Cause } from '../../ports/change-log.js';
import type { Repositories } from '../../ports/unit-of-work.js';
import type { StoredWebhook } from '../../ports/webhooks.js';
import { userMembers } from '../provisioning/records.js';

/** User fields for administrators, except the password. */
export type Profile = Omit<User, 'id' | 'kind' | 'subject' | 'editDate' | 'lastLogin' | 'lastActivity'>;

const profileNames = userMembers.filter((name) => name !== 'password');

/** Selects the user fields for administrators. */
export function profileOf(user: Profile): Profile;
export function profileOf(user: object): object {
  return Object.fromEntries(profileNames.map((name) => [name, memberOf(user, name)]));
}

/** The hash of a password. `replaces`: whether the password changes; false if only its hash is renewed. */
export interface PreparedHash {
  readonly hash: string;
  readonly replaces: boolean;
}

/** Writes administrative records and their history entries within a unit of work. The caller checks rights and validity. */
export class AuditedWrites {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #at: string;

  /** @param at time of the changes, YYYY-MM-DD HH:MM:SS in UTC */
  constructor(repositories: Repositories, caller: Caller, at: string) {
    this.#repositories = repositories;
    this.#caller = caller;
    this.#at = at;
  }

  async writeSettings(before: Settings, settings: Settings): Promise<void> {
    await this.#repositories.settings.write(settings);
    const differences = plainDifferences(before, settings, secretSettings);
    const changeValues = changedMembers(withoutSecrets(before), withoutSecrets(settings));
    await this.#record({ object: 'settings', name: null }, 'edit', differences, changeValues);
  }

  async saveGroup(before: Group | undefined, group: Omit<Group, 'id'> & { readonly id?: number }): Promise<number> {
    const id = await this.#repositories.groups.save(group);
    await this.#saved({ object: 'group', id, name: group.name }, before, { ...group, id });
    return id;
  }

  async deleteGroup({ id, name }: Group): Promise<void> {
    const users = await this.#repositories.users.list();
    const members = users.filter(({ groups }) => groups.includes(id));
    await this.#logLostGroup(id, members);
    await this.#recordConsequences({ of: 'group', id });
    const { sections = 0, subnets = 0 } = (await this.#repositories.groups.delete(id)) ?? {};
    const names = members.map(({ username }) => username).join(', ');
    const lost = [lineOf('users', names, null), lineOf('sections', sections, 0), lineOf('subnets', subnets, 0)];
    await this.#record({ object: 'group', id, name }, 'delete', lost);
  }

  /** Logs the removal of a group for each of its members. */
  async #logLostGroup(id: number, members: readonly User[]): Promise<void> {
    const nameOf = await this.#groupNames();
    const entries = members.map(({ id: objectId, username, groups }) => {
      const changeValues = changedMembers(
        { groups: groups.map(nameOf) },
        { groups: groups.filter((group) => group !== id).map(nameOf) },
      );
      const change = { object: 'user', objectId, objectName: username, action: 'edit', differences: [] } as const;
      return { ...change, ...changeValues, isConsequence: true, ...authorship(this.#caller, this.#at) };
    });
    await this.#repositories.changeLog.append(...entries);
  }

  #recordConsequences(cause: Cause): Promise<void> {
    return recordConsequences(this.#repositories, this.#caller, this.#at, cause);
  }

  /**
   * Adds a user.
   * @param passwordHash empty for a service account
   * @param subject id at the user's sign-in provider
   * @returns the id of the user
   */
  async addUser(
    profile: Profile,
    passwordHash: string,
    { kind = 'person', subject = null }: { readonly kind?: UserKind; readonly subject?: string | null } = {},
  ): Promise<number> {
    const { users } = this.#repositories;
    const times = { editDate: this.#at, lastLogin: null, lastActivity: null };
    const id = await users.insert({ ...profile, kind, subject, ...times }, passwordHash);
    await this.#saved({ object: 'user', id, name: profile.username }, undefined, await this.#inWords(profile));
    return id;
  }

  /**
   * Changes a user. Deletes all tokens if the user must sign in again. A new sign-in provider also deletes keys and second
   * factors, because the account may then belong to another person.
   * @param password its new hash, if any; a user who gets a provider loses the password
   * @param subject id at the sign-in provider. Default: unchanged; null after a change of the provider.
   */
  async changeUser(
    before: User,
    profile: Profile,
    password = hashLostBy(before, profile),
    subject = profile.provider === before.provider ? before.subject : null,
  ): Promise<void> {
    const { users, tokens } = this.#repositories;
    const [old, after] = [await this.#inWords(profileOf(before)), await this.#inWords(profile)];
    const differences = plainDifferences(old, after);
    if (differences.length > 0 || subject !== before.subject)
      await users.update(before.id, { ...profile, subject, editDate: this.#at });
    if (password) await users.setPasswordHash(before.id, password.hash);
    if (mustSignInAgain(before, profile, password?.replaces ?? false)) await tokens.deleteOldest(before.id, 0);
    if (profile.provider !== before.provider) await this.#deleteCredentials(before);
    if (password?.replaces) differences.push(changedLine('password'));
    await this.#record(
      { object: 'user', id: before.id, name: profile.username },
      'edit',
      differences,
      changedMembers(old, after),
    );
  }

  async #deleteCredentials(user: User): Promise<void> {
    const { accessKeys, secondFactors } = this.#repositories;
    for (const key of await accessKeys.list()) if (key.userId === user.id) await this.deleteKey(user, key);
    const factors = await secondFactors.list(user.id);
    if (factors.length > 0) await this.deleteFactors(user, factors);
  }

  async deleteUser({ id, username }: User): Promise<void> {
    await this.#repositories.users.delete(id);
    await this.#record({ object: 'user', id, name: username }, 'delete');
  }

  async saveRole(before: OwnRole | undefined, role: OwnRole): Promise<void> {
    await this.#repositories.roles.save(role);
    await this.#saved({ object: 'role', name: role.name }, before, role);
  }

  async deleteRole({ name }: OwnRole): Promise<void> {
    const { users, groups, roles } = this.#repositories;
    const without = <H extends { readonly roles: readonly string[] }>(holder: H): H => ({
      ...holder,
      roles: holder.roles.filter((each) => each !== name),
    });
    for (const group of await groups.list()) if (group.roles.includes(name)) await this.saveGroup(group, without(group));
    for (const user of await users.list()) if (user.roles.includes(name)) await this.changeUser(user, without(profileOf(user)));
    await roles.delete(name);
    await this.#record({ object: 'role', name }, 'delete');
  }

  async saveApp(before: StoredApp | undefined, app: StoredApp): Promise<void> {
    await this.#repositories.apps.save(app);
    await this.#saved({ object: 'app', name: app.id }, before && withOneCode(before), withOneCode(app), appSecrets);
  }

  async deleteApp({ id }: StoredApp): Promise<void> {
    await this.#repositories.apps.delete(id);
    await this.#record({ object: 'app', name: id }, 'delete');
  }

  async saveProvider(before: SignInProvider | undefined, provider: SignInProvider): Promise<void> {
    await this.#repositories.signInProviders.save(provider);
    const differences = plainDifferences(before, provider, providerSecrets);
    const shown = publicProvider(provider);
    const values = before ? changedMembers(publicProvider(before), shown) : { before: null, after: plainDocumentOf(shown) };
    await this.#record({ object: 'provider', name: provider.name }, before ? 'edit' : 'add', differences, values);
  }

  async deleteProvider({ name }: SignInProvider): Promise<void> {
    await this.#repositories.signInProviders.delete(name);
    await this.#record({ object: 'provider', name }, 'delete');
  }

  /** Adds or changes a webhook. A new webhook receives only later changes. */
  async saveWebhook(before: StoredWebhook | undefined, webhook: StoredWebhook): Promise<void> {
    const { webhooks, feed } = this.#repositories;
    await webhooks.save(webhook);
    if (!before) await feed.addFollower(followerOf(webhook.name), await this.#endOfFeed());
    await this.#saved({ object: 'webhook', name: webhook.name }, before, webhook, webhookSecrets);
  }

  async deleteWebhook({ name }: StoredWebhook): Promise<void> {
    await this.#repositories.webhooks.delete(name);
    await this.#repositories.feed.removeFollower(followerOf(name));
    await this.#record({ object: 'webhook', name }, 'delete');
  }

  async #endOfFeed(): Promise<number> {
    const { feed } = this.#repositories;
    while ((await feed.number(maxNumbered)) > 0);
    return (await feed.bounds()).last;
  }

  /** Adds or changes a custom field. The definitions must be locked. @throws IpamError customField.conflict */
  async saveCustomField(before: CustomField | undefined, field: CustomField): Promise<void> {
    await defineCustomField(this.#repositories, field, (cause) => this.#recordConsequences(cause));
    await this.#saved({ object: 'customField', name: `${field.on} ${field.name}` }, before, field);
  }

  /** Deletes a custom field. The definitions must be locked. */
  async deleteCustomField({ on, name }: Pick<CustomField, 'on' | 'name'>): Promise<void> {
    await dropCustomField(this.#repositories, { on, name }, (cause) => this.#recordConsequences(cause));
    await this.#record({ object: 'customField', name: `${on} ${name}` }, 'delete');
  }

  async deleteTokens({ username }: User, tokens: readonly AccessToken[]): Promise<void> {
    for (const { digest } of tokens) await this.#repositories.tokens.delete(digest);
    const ended = tokens.map((token) => lineOf('token', publicDigest(token), null));
    await this.#record({ object: 'token', name: username }, 'delete', ended);
  }

  async changeOwnPassword({ id, username }: User, hash: string): Promise<void> {
    await this.#repositories.users.setPasswordHash(id, hash);
    await this.#record({ object: 'user', id, name: username }, 'edit', [changedLine('password')]);
  }

  /** Deletes second factors of a user and all recovery codes. */
  async deleteFactors({ id, username }: User, factors: readonly SecondFactor[]): Promise<void> {
    const { secondFactors } = this.#repositories;
    for (const factor of factors) await secondFactors.delete(factor.id);
    await secondFactors.replaceRecoveryCodes(id, []);
    for (const { name, isConfirmed } of factors)
      if (isConfirmed) await this.#record({ object: 'factor', name: `${username} ${name}` }, 'delete');
  }

  async addKey(user: User, key: AccessKey): Promise<void> {
    await this.#repositories.accessKeys.insert(key);
    await this.#saved({ object: 'key', name: nameOfKey(user, key) }, undefined, inDocument(key));
  }

  async changeKey(user: User, before: AccessKey, key: AccessKey): Promise<void> {
    await this.#repositories.accessKeys.update(key);
    await this.#saved({ object: 'key', name: nameOfKey(user, key) }, inDocument(before), inDocument(key));
  }

  async replaceKey(user: User, before: AccessKey, ended: AccessKey): Promise<void> {
    await this.#repositories.accessKeys.update(ended);
    const [old, after] = [inDocument(before), inDocument(ended)];
    const subject = { object: 'key', name: nameOfKey(user, before) } as const;
    await this.#record(subject, 'rotate', plainDifferences(old, after), changedMembers(old, after));
  }

  async deleteKey(user: User, key: AccessKey): Promise<void> {
    await this.#repositories.accessKeys.delete(key.digest);
    await this.#record({ object: 'key', name: nameOfKey(user, key) }, 'delete', [lineOf('id', publicDigest(key), null)]);
  }

  /** Deletes a grant of an OAuth client, and its access token. The end of the token is logged. @returns the digest of the token */
  async deleteGrant(user: User, { family, keyDigest }: OAuthGrant): Promise<string | undefined> {
    const { oauth, accessKeys } = this.#repositories;
    await oauth.deleteGrant(family);
    const key = keyDigest === null ? undefined : await accessKeys.find(keyDigest);
    if (key) await this.deleteKey(user, key);
    return key?.digest;
  }

  /** A profile with group names instead of ids. */
  async #inWords(profile: Profile): Promise<object> {
    return { ...profile, groups: profile.groups.map(await this.#groupNames()) };
  }

  async #groupNames(): Promise<(id: number) => string | number> {
    const names = new Map((await this.#repositories.groups.list()).map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? id;
  }

  #saved(subject: Subject, before: object | undefined, after: object, secrets: readonly string[] = []): Promise<void> {
    const values = before ? changedMembers(before, after, secrets) : { before: null, after: plainDocumentOf(after, secrets) };
    return this.#record(subject, before ? 'edit' : 'add', plainDifferences(before, after, secrets), values);
  }

  #record(
    { object, id = 0, name }: Subject,
    action: ChangeAction,
    differences: readonly string[] = [],
    { before, after }: Partial<Pick<Change, 'before' | 'after'>> = {},
  ): Promise<void> {
    const values = before === undefined || after === undefined ? {} : { before, after };
    const change = { object, objectId: id, objectName: name, action, differences, ...values };
    return recordChange(this.#repositories, this.#caller, this.#at, change);
  }
}

/** Maximum number of changes that get their feed positions in one SQL statement. */
const maxNumbered = 5000;

const appSecrets = secretNames(appFields);
const webhookSecrets = secretNames(webhookFields);

/** Merges code and digest into one member for the history. */
const withOneCode = ({ codeDigest, ...app }: StoredApp): object => ({ ...app, code: app.code ?? codeDigest });

/** Name of a key in the history: owner and key name. */
const nameOfKey = ({ username }: User, { name }: AccessKey): string => `${username} ${name}`;

/** A key in the history: with the public part of its digest, without its owner and its times of creation and last use. */
const inDocument = ({
  digest,
  userId: _user,
  lastUsed: _used,
  created: _created,
  networks,
  expires,
  ...key
}: AccessKey): object => ({
  id: publicDigest({ digest }),
  ...key,
  networks: networks.map(String),
  expires: expires && formatTimestamp(expires),
});

/** The replacement hash of a user who changes from a password to a provider; undefined for other users. */
const hashLostBy = (before: User, after: Profile): PreparedHash | undefined =>
  before.provider === null && after.provider !== null ? { hash: noPasswordHash, replaces: false } : undefined;

interface Subject {
  readonly object: AuditedObject;
  readonly id?: number;
  readonly name: string | null;
}
