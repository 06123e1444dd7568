import { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { crc32 } from './crc32.js';
import type { KeyScope } from './key-scope.js';
import type { RateLimits } from './rate-limit.js';
import type { User } from './user.js';

/** A key of a user or a service account for automation. Only the digest is stored, never the key. */
export interface AccessKey extends KeyScope {
  /** SHA-256 of the key, lower-case hex. */
  readonly digest: string;
  readonly userId: number;
  /** Unique among the keys of a user. During a rotation, the old and the new key share a name. */
  readonly name: string;
  readonly created: Date;
  /** null: does not expire. */
  readonly expires: Date | null;
  /** Accuracy: one minute. null: never used. */
  readonly lastUsed: Date | null;
  /** Client prefixes that may use the key; empty: all. */
  readonly networks: readonly Prefix[];
  readonly limits: RateLimits;
  /** The only interface that accepts the key: it is an access token of OAuth. null: every interface. */
  readonly audience: KeyAudience | null;
}

/** Interfaces with keys of their own: mcp is the Model Context Protocol. */
export const keyAudiences = ['mcp'] as const;
export type KeyAudience = (typeof keyAudiences)[number];

/** Prefix of every key, for secret scanners. */
export const keyPrefix = 'hxp_';

const randomLength = 32;
const checksumLength = 7;
const keyShape = new RegExp(`^${keyPrefix}[A-Za-z0-9_-]{${randomLength}}[0-9a-z]{${checksumLength}}$`);

/** CRC-32 (IEEE) of the random part, as 7 digits of base 36. */
const checksumOf = (random: string): string => crc32(random).toString(36).padStart(checksumLength, '0');

/** A key from 32 random characters (192 bits): prefix, random part, checksum. */
export const keyOf = (random: string): string => `${keyPrefix}${random}${checksumOf(random)}`;

/** Whether a text has the shape and checksum of a key. Such a key need not exist. */
export function isKeyText(text: string): boolean {
  const end = keyPrefix.length + randomLength;
  return keyShape.test(text) && text.slice(end) === checksumOf(text.slice(keyPrefix.length, end));
}

const day = 86_400_000;

/** Largest number of live keys of one user. */
export const maxKeysOfUser = 100;

/** Longest lifetime in days that settings can allow. */
export const longestKeyDays = 36_500;

/** Default of the longest lifetime, and default lifetime of a key, in days. */
export const maxKeyDays = 366;
export const defaultKeyDays = 90;

/** Default and largest number of days for which a replaced key stays valid. */
export const rotationDays = { usual: 7, max: 30 } as const;

/** Days before the expiry from which a warning is shown. */
const warningDays = 14;

/** The time so many days from now. */
export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * day);

/** Whether a key has expired. */
export const isOutlived = ({ expires }: Pick<AccessKey, 'expires'>, now: Date): boolean =>
  expires !== null && expires.getTime() <= now.getTime();

/** Whether a key expires within two weeks. */
export const expiresSoon = ({ expires }: Pick<AccessKey, 'expires'>, now: Date): boolean =>
  expires !== null && expires.getTime() - now.getTime() <= warningDays * day;

/** Smallest interval between two stored uses of a key, in milliseconds. It limits writes. */
const minUseInterval = 60_000;

/** Whether this use of a key is stored. */
export const isWorthNoting = ({ lastUsed }: Pick<AccessKey, 'lastUsed'>, now: Date): boolean =>
  lastUsed === null || now.getTime() - lastUsed.getTime() >= minUseInterval;

/** Whether a client may use a key. An unreadable client address is outside of every network. */
export function isFromNetworks({ networks }: Pick<AccessKey, 'networks'>, clientAddress: string): boolean {
  if (networks.length === 0) return true;
  const address = IpAddress.read(clientAddress);
  return address !== undefined && networks.some((network) => network.containsAddress(address));
}

/** Whether an interface accepts a key. @param audience null: the REST interface */
export const isForAudience = (key: Pick<AccessKey, 'audience'>, audience: KeyAudience | null): boolean =>
  key.audience === null || key.audience === audience;

/** The live keys of one name, newest first. */
export const liveKeysNamed = <K extends Pick<AccessKey, 'name' | 'expires' | 'created'>>(
  keys: readonly K[],
  name: string,
  now: Date,
): readonly K[] =>
  keys.filter((key) => key.name === name && !isOutlived(key, now)).toSorted((a, b) => b.created.getTime() - a.created.getTime());

/** Largest number of live keys of one name: a key, and the one that replaces it. */
export const maxLiveOfName = 2;

/** Whether a newer live key has the name of a key: it was replaced. @param keys all of its owner */
export const isReplaced = (key: AccessKey, keys: readonly AccessKey[], now: Date): boolean =>
  liveKeysNamed(keys, key.name, now).some(({ digest, created }) => digest !== key.digest && created > key.created);

/** Expiry of a replaced key: after this number of days, or earlier if it expires earlier. */
export function endOfReplaced({ expires }: Pick<AccessKey, 'expires'>, now: Date, days: number): Date {
  const end = daysFrom(now, days);
  return expires !== null && expires.getTime() < end.getTime() ? expires : end;
}

/** A stored key and its owner. */
export interface KeyAccess {
  readonly key: AccessKey;
  readonly user: User;
}
