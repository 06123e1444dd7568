import {
  type AccessKey,
  daysFrom,
  endOfReplaced,
  isOutlived,
  isReplaced,
  keyOf,
  liveKeysNamed,
  maxKeysOfUser,
  maxLiveOfName,
} from '../../../domain/access/access-key.js';
import type { keyChangeFields, ownKeyFields, rotationFields } from '../../../domain/access/access-key-fields.js';
import { publicDigest, publicDigestLength } from '../../../domain/access/access-token.js';
import type { RateLimits } from '../../../domain/access/rate-limit.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import { formatTimestamp, scalarText } from '../../../domain/scalar-text.js';
import type { TokenSource } from '../../ports/environment.js';
import type { Repositories } from '../../ports/unit-of-work.js';
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
import type { AuditedWrites } from './audited-writes.js';

/** A key in a list. The beginning of its digest identifies it, but does not authenticate. */
export interface ListedKey {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly sections: readonly number[];
  readonly subnets: readonly number[];
  readonly networks: readonly string[];
  readonly limits: RateLimits;
  /** Days until expiry, rounded up; null: does not expire. */
  readonly days: number | null;
  /** YYYY-MM-DD HH:MM:SS in UTC, as the other times. */
  readonly created: string;
  readonly expires: string | null;
  readonly lastUsed: string | null;
  /** The key itself, present only in the answer that creates it. */
  readonly key?: string;
}

/** Unverified members of a new key. */
export type NewKeyInput = AdministeredInput<typeof ownKeyFields>;

/** Unverified members of a change; absent ones stay. */
export type KeyChangeInput = AdministeredInput<typeof keyChangeFields>;

/** Unverified members of a rotation. */
export type RotationInput = AdministeredInput<typeof rotationFields>;

/** The context of writes of keys. */
export interface KeyUnit {
  readonly repositories: Repositories;
  readonly writes: AuditedWrites;
  readonly now: Date;
  readonly tokens: TokenSource;
}

/** Creates a key of a user. @throws IpamError provision.invalid, administration.exists */
export async function addKey(unit: KeyUnit, user: User, input: NewKeyInput): Promise<ListedKey> {
  const label = labelOf('key', scalarText(input.name) ?? '');
  const entry = new Entry(input, label, newKeyMembers);
  const given = readKey(entry);
  const days = readDays(entry, (await unit.repositories.settings.read()).keyDays);
  const keys = await unit.repositories.accessKeys.list(user.id);
  if (keys.filter((key) => !isOutlived(key, unit.now)).length >= maxKeysOfUser)
    invalidEntry(label, `cannot be added: ${user.username} has ${maxKeysOfUser} keys`);
  if (liveKeysNamed(keys, given.name, unit.now).length > 0)
    throw new IpamError('administration.exists', { what: 'key', name: given.name });
  return makeKey(unit, user, given, days);
}

/**
 * Changes a key; the key itself stays. Its expiry counts from now on, but ends with the longest lifetime since it was made. That of
 * a replaced key cannot be later than before.
 * @throws IpamError provision.invalid, administration.exists
 */
export async function changeKey(unit: KeyUnit, user: User, stored: AccessKey, changes: KeyChangeInput): Promise<ListedKey> {
  const label = labelOf('key', stored.name);
  refuseAccessToken(stored, label);
  if (isOutlived(stored, unit.now)) invalidEntry(label, 'has expired: make another one');
  const { limits: given, ...others } = changes;
  const limits = given === undefined ? stored.limits : { ...stored.limits, ...Object(given) };
  const entry = new Entry({ ...definitionOf(stored), ...others, limits }, label, keyChangeMembers);
  const definition = readKey(entry);
  const { keyDays } = await unit.repositories.settings.read();
  const keys = (await unit.repositories.accessKeys.list(user.id)).filter(({ digest }) => digest !== stored.digest);
  const expires = Object.hasOwn(changes, 'days') ? expiryOf(unit, entry, stored, keyDays) : stored.expires;
  if (isReplaced(stored, keys, unit.now) && isLater(expires, stored.expires))
    entry.refuse('days', 'must not prolong a key that was replaced');
  if (definition.name !== stored.name && liveKeysNamed(keys, definition.name, unit.now).length > 0)
    throw new IpamError('administration.exists', { what: 'key', name: definition.name });
  const key = { ...stored, ...definition, expires };
  await unit.writes.changeKey(user, stored, key);
  return listedKey(key, user.username, unit.now);
}

/** Refuses changes of keys that OAuth manages: they could outlive the consent of the user. @throws IpamError provision.invalid */
function refuseAccessToken({ audience }: AccessKey, label: string): void {
  if (audience !== null) invalidEntry(label, 'is an access token of a client: revoke it instead');
}

const definitionOf = ({ name, scopes, sections, subnets, networks }: AccessKey): object => ({
  ...{ name, scopes, sections, subnets },
  networks: networks.map(String),
});

/** Whether an expiry is later than another one; null: never. */
const isLater = (expires: Date | null, other: Date | null): boolean =>
  other !== null && (expires === null || expires.getTime() > other.getTime());

/** @throws IpamError provision.invalid */
function expiryOf({ now }: KeyUnit, entry: Entry, { created }: AccessKey, keyDays: number | null): Date | null {
  const days = readDays(entry, keyDays);
  const expires = days === null ? null : daysFrom(now, days);
  const isTooLate = keyDays !== null && expires !== null && expires.getTime() > daysFrom(created, keyDays).getTime();
  return isTooLate ? entry.refuse('days', `must end at most ${keyDays} days after the key was made: rotate the key`) : expires;
}

/**
 * Replaces a key by a new one with the same name and scope. The replaced key expires after some days.
 * @throws IpamError provision.invalid, also if the key is in a rotation already
 */
export async function rotateKey(unit: KeyUnit, user: User, replaced: AccessKey, input: RotationInput): Promise<ListedKey> {
  const label = labelOf('key', replaced.name);
  refuseAccessToken(replaced, label);
  const entry = new Entry(input, label, rotationMembers);
  const days = readDays(entry, (await unit.repositories.settings.read()).keyDays);
  const keepDays = readKeepDays(entry);
  const live = liveKeysNamed(await unit.repositories.accessKeys.list(user.id), replaced.name, unit.now);
  if (isOutlived(replaced, unit.now)) invalidEntry(label, 'has expired: create a new key');
  if (live.length >= maxLiveOfName) invalidEntry(label, 'is in a rotation already: revoke one of the two keys first');
  const ended = { ...replaced, expires: endOfReplaced(replaced, unit.now, keepDays) };
  await unit.writes.replaceKey(user, replaced, ended);
  return makeKey(unit, user, replaced, days);
}

async function makeKey({ writes, tokens, now }: KeyUnit, user: User, given: KeyInput, days: number | null): Promise<ListedKey> {
  const text = keyOf(tokens.createCode());
  const { name, scopes, sections, subnets, networks, limits } = given;
  const key: AccessKey = {
    ...{ digest: tokens.digest(text), userId: user.id, name, scopes, sections, subnets, networks, limits },
    ...{ created: now, expires: days === null ? null : daysFrom(now, days), lastUsed: null, audience: null },
  };
  await writes.addKey(user, key);
  return { ...listedKey(key, user.username, now), key: text };
}

const day = 86_400_000;
const timeOf = (time: Date | null): string | null => time && formatTimestamp(time);

export const listedKey = (key: AccessKey, user: string, now: Date): ListedKey => ({
  ...{ id: publicDigest(key), user, name: key.name, scopes: key.scopes, sections: key.sections, subnets: key.subnets },
  ...{ networks: key.networks.map(String), limits: key.limits },
  days: key.expires && Math.max(0, Math.ceil((key.expires.getTime() - now.getTime()) / day)),
  created: formatTimestamp(key.created),
  expires: timeOf(key.expires),
  lastUsed: timeOf(key.lastUsed),
});

/** The key with an id. @throws IpamError administration.unknown */
export function keyCalled(keys: readonly AccessKey[], id: string): AccessKey {
  const found = id.length >= publicDigestLength ? keys.find(({ digest }) => digest.startsWith(id)) : undefined;
  if (!found) throw new IpamError('administration.unknown', { what: 'key', name: id });
  return found;
}
