import {
  type AccessKey,
  daysFrom,
  endOfReplaced,
  isOutlived,
  isReplaced,
  type keyChangeFields,
  keyOf,
  liveKeysWithName,
  maxKeysOfUser,
  maxLiveOfName,
  type ownKeyFields,
  type rotationFields,
} from '../../../domain/access/access-key.js';
import { publicDigest, publicDigestLength } from '../../../domain/access/access-token.js';
import { isServiceAccount, type User } from '../../../domain/access/user.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import { formatTimestamp, scalarText } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { Entry, invalidEntry, labelOf } from '../provisioning/entry.js';
import {
  type KeyInput,
  keyChangeMembers,
  newKeyMembers,
  readDays,
  readKeepDays,
  readKey,
  rotationMembers,
} from '../provisioning/keys.js';
import { type AdministrativeUnit, type AdministrativeUnits, runForOwner } from './administrative-units.js';
import { requireAdministrator, requireExistingReach, requireKnown, requireOwner, requireUnused } from './requirements.js';

/** A key without its secret. The public part of the digest identifies it. */
export interface ListedKey extends Pick<AccessKey, 'name' | 'scopes' | 'sections' | 'subnets' | 'limits'> {
  readonly id: string;
  readonly user: string;
  readonly networks: readonly string[];
  /** Days until the expiry, rounded up; null: no expiry. */
  readonly days: number | null;
  /** YYYY-MM-DD HH:MM:SS in UTC, like the other timestamps. */
  readonly created: string;
  readonly expires: string | null;
  readonly lastUsed: string | null;
  /** The key itself. Only the response to its creation contains it. */
  readonly key?: string;
}

export type NewKeyInput = AdministeredInput<typeof ownKeyFields>;

/** Unvalidated members of a change. Absent members are unchanged. */
export type KeyChangeInput = AdministeredInput<typeof keyChangeFields>;

/** Unvalidated members of a rotation. */
export type RotationInput = AdministeredInput<typeof rotationFields>;

type KeyWork = (unit: AdministrativeUnit, user: User, key: AccessKey) => Promise<ListedKey>;

/** Changes, rotates and revokes keys. Each change is logged. */
abstract class Keys {
  readonly #tokens: TokenSource;

  constructor(tokens: TokenSource) {
    this.#tokens = tokens;
  }

  /**
   * Changes the properties of a key. The days of a new expiry count from now. An expiry beyond the maximum lifetime since creation is
   * refused. A rotated key cannot get a later expiry.
   * @throws IpamError administration.unknown, administration.exists, provision.invalid, account.proofOutdated
   */
  set(caller: Caller, id: string, changes: KeyChangeInput): Promise<ListedKey> {
    return this.onKey(caller, id, true, async (unit, user, stored) => {
      const label = labelOf('key', stored.name);
      refuseAccessToken(stored, label);
      if (isOutlived(stored, unit.now)) invalidEntry(label, 'has expired: create a new key');
      const { limits: newLimits, ...others } = changes;
      const limits = newLimits === undefined ? stored.limits : { ...stored.limits, ...Object(newLimits) };
      const entry = new Entry({ ...definitionOf(stored), ...others, limits }, label, keyChangeMembers);
      const definition = readKey(entry);
      await requireExistingReach(caller, entry, unit.repositories, definition, stored);
      const { keyDays } = await unit.repositories.settings.read();
      const keys = (await unit.repositories.accessKeys.list(user.id)).filter(({ digest }) => digest !== stored.digest);
      const expires = Object.hasOwn(changes, 'days') ? expiryOf(unit, entry, stored, keyDays) : stored.expires;
      if (isReplaced(stored, keys, unit.now) && isLater(expires, stored.expires))
        entry.refuse('days', 'must not extend the lifetime of a replaced key');
      if (definition.name !== stored.name)
        requireUnused(liveKeysWithName(keys, definition.name, unit.now)[0], 'key', definition.name);
      const key = { ...stored, ...definition, expires };
      await unit.writes.changeKey(user, stored, key);
      return listedKey(key, user.username, unit.now);
    });
  }

  /**
   * Replaces a key with a new one of the same name and scope. The old key expires after some days.
   * @throws IpamError administration.unknown, account.proofOutdated; provision.invalid, also during another rotation of the key
   */
  rotate(caller: Caller, id: string, input: RotationInput): Promise<ListedKey> {
    return this.onKey(caller, id, true, async (unit, user, replaced) => {
      const label = labelOf('key', replaced.name);
      refuseAccessToken(replaced, label);
      const entry = new Entry(input, label, rotationMembers);
      const days = readDays(entry, (await unit.repositories.settings.read()).keyDays);
      const keepDays = readKeepDays(entry);
      const live = liveKeysWithName(await unit.repositories.accessKeys.list(user.id), replaced.name, unit.now);
      if (isOutlived(replaced, unit.now)) invalidEntry(label, 'has expired: create a new key');
      if (live.length >= maxLiveOfName) invalidEntry(label, 'is already being rotated: revoke one of the two keys first');
      const ended = { ...replaced, expires: endOfReplaced(replaced, unit.now, keepDays) };
      await unit.writes.replaceKey(user, replaced, ended);
      return makeKey(unit, this.#tokens, user, replaced, days);
    });
  }

  /** @returns the revoked key @throws IpamError administration.unknown */
  remove(caller: Caller, id: string): Promise<ListedKey> {
    return this.onKey(caller, id, false, async (unit, user, key) => {
      await unit.writes.deleteKey(user, key);
      return listedKey(key, user.username, unit.now);
    });
  }

  /**
   * Runs work on a key and its owner in a unit of work.
   * @param isChange whether the work changes or creates a credential, which requires a recent authentication
   */
  protected abstract onKey(caller: Caller, id: string, isChange: boolean, work: KeyWork): Promise<ListedKey>;
}

/** @throws IpamError provision.invalid, administration.exists */
async function addKey(
  caller: Caller,
  unit: AdministrativeUnit,
  tokens: TokenSource,
  user: User,
  input: NewKeyInput,
): Promise<ListedKey> {
  const label = labelOf('key', scalarText(input.name) ?? '');
  const entry = new Entry(input, label, newKeyMembers);
  const keyInput = readKey(entry);
  await requireExistingReach(caller, entry, unit.repositories, keyInput);
  const days = readDays(entry, (await unit.repositories.settings.read()).keyDays);
  const keys = await unit.repositories.accessKeys.list(user.id);
  if (keys.filter((key) => !isOutlived(key, unit.now)).length >= maxKeysOfUser)
    invalidEntry(label, `cannot be added: ${user.username} has ${maxKeysOfUser} keys, the maximum: revoke one of them first`);
  requireUnused(liveKeysWithName(keys, keyInput.name, unit.now)[0], 'key', keyInput.name);
  return makeKey(unit, tokens, user, keyInput, days);
}

async function makeKey(
  { writes, now }: AdministrativeUnit,
  tokens: TokenSource,
  user: User,
  input: KeyInput,
  days: number | null,
): Promise<ListedKey> {
  const text = keyOf(tokens.createCode());
  const { name, scopes, sections, subnets, networks, limits } = input;
  const key: AccessKey = {
    ...{ digest: tokens.digest(text), userId: user.id, name, scopes, sections, subnets, networks, limits },
    ...{ created: now, expires: days === null ? null : daysFrom(now, days), lastUsed: null, audience: null },
  };
  await writes.addKey(user, key);
  return { ...listedKey(key, user.username, now), key: text };
}

/** Lists and revokes keys of all users. Creates and changes keys of service accounts. */
export class KeyAdministration extends Keys {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;

  constructor(readers: Readers, units: AdministrativeUnits, clock: Clock, tokens: TokenSource) {
    super(tokens);
    this.#readers = readers;
    this.#units = units;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /** All keys, or the keys of a user, by user and name. @throws IpamError administration.unknown for an unknown user */
  async list(caller: Caller, username?: string): Promise<ListedKey[]> {
    requireAdministrator(caller);
    const { users, accessKeys } = this.#readers;
    const owner = username === undefined ? undefined : requireKnown(await users.findByName(username), 'user', username);
    const names = new Map((await users.list()).map((user) => [user.id, user.username]));
    const keys = await accessKeys.list(owner?.id);
    return keys.map((key) => listedKey(key, names.get(key.userId) ?? '', this.#clock.now()));
  }

  /**
   * Creates a key of a service account.
   * @throws IpamError administration.unknown, administration.exists, provision.invalid, account.proofOutdated
   */
  add(caller: Caller, username: string, input: NewKeyInput): Promise<ListedKey> {
    return this.#units.runReauthenticated(caller, async (unit) => {
      const label = labelOf('key', scalarText(input.name) ?? '');
      if (username === '') invalidEntry(`${label} "user"`, 'is missing; it must be the name of a service account');
      const user = requireKnown(await unit.repositories.users.findByName(username), 'user', username);
      requireAccount(user, label);
      return addKey(caller, unit, this.#tokens, user, input);
    });
  }

  /** @throws IpamError provision.invalid for a change of a person's key */
  protected override onKey(caller: Caller, id: string, isChange: boolean, work: KeyWork): Promise<ListedKey> {
    const onFound = async (unit: AdministrativeUnit): Promise<ListedKey> => {
      const key = keyCalled(await unit.repositories.accessKeys.list(), id);
      const user = requireKnown(await unit.repositories.users.find(key.userId), 'key', id);
      if (isChange) requireAccount(user, labelOf('key', key.name));
      return work(unit, user, key);
    };
    return isChange ? this.#units.runReauthenticated(caller, onFound) : this.#units.run(caller, onFound);
  }
}

/**
 * Refuses keys of persons. A key acts as its owner, so only the owner may create and change it.
 * @throws IpamError provision.invalid
 */
function requireAccount(user: User, label: string): void {
  if (!isServiceAccount(user)) invalidEntry(`${label} "user"`, 'must be a service account: users create their own keys');
}

/**
 * The keys of the caller. A caller that uses a key has no access, because a new key could outlive the used one.
 * @throws IpamError permission.denied for callers other than users with an access token
 */
export class OwnKeys extends Keys {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, tokens: TokenSource) {
    super(tokens);
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  async list(caller: Caller): Promise<ListedKey[]> {
    const user = requireOwner(caller);
    return (await this.#readers.accessKeys.list(user.id)).map((key) => listedKey(key, user.username, this.#clock.now()));
  }

  /** @throws IpamError provision.invalid, administration.exists, account.proofOutdated */
  add(caller: Caller, input: NewKeyInput): Promise<ListedKey> {
    const work = (unit: AdministrativeUnit, user: User) => addKey(caller, unit, this.#tokens, user, input);
    return runForOwner(this.#unitOfWork, this.#clock, caller, work, { isReauthenticated: true });
  }

  protected override onKey(caller: Caller, id: string, isChange: boolean, work: KeyWork): Promise<ListedKey> {
    const onFound = async (unit: AdministrativeUnit, user: User): Promise<ListedKey> =>
      work(unit, user, keyCalled(await unit.repositories.accessKeys.list(user.id), id));
    return runForOwner(this.#unitOfWork, this.#clock, caller, onFound, { isReauthenticated: isChange });
  }
}

/**
 * Refuses to change an OAuth access token. A changed token could outlive the consent of the user.
 * @throws IpamError provision.invalid
 */
function refuseAccessToken({ audience }: AccessKey, label: string): void {
  if (audience !== null) invalidEntry(label, 'is an access token of a client: revoke it instead');
}

const definitionOf = ({ name, scopes, sections, subnets, networks }: AccessKey): object => ({
  ...{ name, scopes, sections, subnets },
  networks: networks.map(String),
});

/** Whether an expiry is later than another. null: no expiry. */
const isLater = (expires: Date | null, other: Date | null): boolean =>
  other !== null && (expires === null || expires.getTime() > other.getTime());

/** @throws IpamError provision.invalid */
function expiryOf({ now }: AdministrativeUnit, entry: Entry, { created }: AccessKey, keyDays: number | null): Date | null {
  const days = readDays(entry, keyDays);
  const expires = days === null ? null : daysFrom(now, days);
  const isTooLate = keyDays !== null && expires !== null && expires.getTime() > daysFrom(created, keyDays).getTime();
  return isTooLate ? entry.refuse('days', `must end at most ${keyDays} days after the key was created: rotate the key`) : expires;
}

const day = 86_400_000;
const timeOf = (time: Date | null): string | null => time && formatTimestamp(time);

const listedKey = (key: AccessKey, user: string, now: Date): ListedKey => ({
  ...{ id: publicDigest(key), user, name: key.name, scopes: key.scopes, sections: key.sections, subnets: key.subnets },
  ...{ networks: key.networks.map(String), limits: key.limits },
  days: key.expires && Math.max(0, Math.ceil((key.expires.getTime() - now.getTime()) / day)),
  created: formatTimestamp(key.created),
  expires: timeOf(key.expires),
  lastUsed: timeOf(key.lastUsed),
});

/** @throws IpamError administration.unknown */
function keyCalled(keys: readonly AccessKey[], id: string): AccessKey {
  const found = id.length >= publicDigestLength ? keys.find(({ digest }) => digest.startsWith(id)) : undefined;
  return requireKnown(found, 'key', id);
}
