import type { keyChangeFields, ownKeyFields, rotationFields } from '../../../domain/access/access-key.js';
import {
  type AccessKey,
  daysFrom,
  endOfReplaced,
  isOutlived,
  isReplaced,
  keyOf,
  liveKeysWithName,
  maxKeysOfUser,
  maxLiveOfName,
} from '../../../domain/access/access-key.js';
import { publicDigest, publicDigestLength } from '../../../domain/access/access-token.js';
import type { RateLimits } from '../../../domain/access/rate-limit.js';
import type { User } from '../../../domain/access/user.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import { formatTimestamp, scalarText } from '../../../domain/scalar-text.js';
import type { TokenSource } from '../../ports/environment.js';
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
import type { AdministrativeUnit } from './administrative-units.js';
import { requireKnown, requireUnused } from './requirements.js';

/** A key without its secret. The public part of the digest identifies it. */
export interface ListedKey {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly sections: readonly number[];
  readonly subnets: readonly number[];
  readonly networks: readonly string[];
  readonly limits: RateLimits;
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

/** @throws IpamError provision.invalid, administration.exists */
export async function addKey(unit: AdministrativeUnit, tokens: TokenSource, user: User, input: NewKeyInput): Promise<ListedKey> {
  const label = labelOf('key', scalarText(input.name) ?? '');
  const entry = new Entry(input, label, newKeyMembers);
  const keyInput = readKey(entry);
  const days = readDays(entry, (await unit.repositories.settings.read()).keyDays);
  const keys = await unit.repositories.accessKeys.list(user.id);
  if (keys.filter((key) => !isOutlived(key, unit.now)).length >= maxKeysOfUser)
    invalidEntry(label, `cannot be added: ${user.username} has ${maxKeysOfUser} keys, the maximum: revoke one of them first`);
  requireUnused(liveKeysWithName(keys, keyInput.name, unit.now)[0], 'key', keyInput.name);
  return makeKey(unit, tokens, user, keyInput, days);
}

/**
 * Changes the properties of a key. The days of a new expiry count from now. An expiry beyond the maximum lifetime since creation is
 * refused. A rotated key cannot get a later expiry.
 * @throws IpamError provision.invalid, administration.exists
 */
export async function changeKey(
  unit: AdministrativeUnit,
  user: User,
  stored: AccessKey,
  changes: KeyChangeInput,
): Promise<ListedKey> {
  const label = labelOf('key', stored.name);
  refuseAccessToken(stored, label);
  if (isOutlived(stored, unit.now)) invalidEntry(label, 'has expired: create a new key');
  const { limits: newLimits, ...others } = changes;
  const limits = newLimits === undefined ? stored.limits : { ...stored.limits, ...Object(newLimits) };
  const entry = new Entry({ ...definitionOf(stored), ...others, limits }, label, keyChangeMembers);
  const definition = readKey(entry);
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

/**
 * Replaces a key with a new one of the same name and scope. The old key expires after some days.
 * @throws IpamError provision.invalid, also during another rotation of the key
 */
export async function rotateKey(
  unit: AdministrativeUnit,
  tokens: TokenSource,
  user: User,
  replaced: AccessKey,
  input: RotationInput,
): Promise<ListedKey> {
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
  return makeKey(unit, tokens, user, replaced, days);
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

/** @throws IpamError administration.unknown */
export function keyCalled(keys: readonly AccessKey[], id: string): AccessKey {
  const found = id.length >= publicDigestLength ? keys.find(({ digest }) => digest.startsWith(id)) : undefined;
  return requireKnown(found, 'key', id);
}
