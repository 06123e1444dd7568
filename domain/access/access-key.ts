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
  /** null: no expiry. */
  readonly expires: Date | null;
  /** Accurate to one minute. null: never used. */
  readonly lastUsed: Date | null;
  /** Client networks that may use the key; empty: all. */
  readonly networks: readonly Prefix[];
  readonly limits: RateLimits;
  /** The only interface that accepts the key. Set for OAuth access tokens. null: every interface accepts the key. */
  readonly audience: KeyAudience | null;
}

/** Interfaces with separate keys. mcp: Model Context Protocol. */
export const keyAudiences = ['mcp'] as const;
export type KeyAudience = (typeof keyAudiences)[number];

/** Secret scanners recognize keys by this prefix. */
export const keyPrefix = 'hxp_';

const randomLength = 32;
const checksumLength = 7;
const keyShape = new RegExp(`^${keyPrefix}[A-Za-z0-9_-]{${randomLength}}[0-9a-z]{${checksumLength}}$`);

/** CRC-32 (IEEE) of the random part, as 7 digits of base 36. */
const checksumOf = (random: string): string => crc32(random).toString(36).padStart(checksumLength, '0');

/** Builds a key from 32 random characters (192 bits): prefix, random part, checksum. */
export const keyOf = (random: string): string => `${keyPrefix}${random}${checksumOf(random)}`;

/** Checks format and checksum. The key need not exist. */
export function isKeyText(text: string): boolean {
  const end = keyPrefix.length + randomLength;
  return keyShape.test(text) && text.slice(end) === checksumOf(text.slice(keyPrefix.length, end));
}

const day = 86_400_000;

export const maxKeysOfUser = 100;

/** Maximum of the setting for the longest key lifetime, in days. */
export const longestKeyDays = 36_500;

/** Default of the longest key lifetime, in days. */
export const maxKeyDays = 366;
export const defaultKeyDays = 90;

/** Days for which the old key stays valid after a rotation. */
export const rotationDays = { usual: 7, max: 30 } as const;

/** For this number of days before a key expires, a header of the answers contains its expiry. */
const warningDays = 14;

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * day);

export const isOutlived = ({ expires }: Pick<AccessKey, 'expires'>, now: Date): boolean =>
  expires !== null && expires.getTime() <= now.getTime();

export const expiresSoon = ({ expires }: Pick<AccessKey, 'expires'>, now: Date): boolean =>
  expires !== null && expires.getTime() - now.getTime() <= warningDays * day;

/** Minimum interval between two stored uses of a key, in milliseconds. */
const minUseInterval = 60_000;

/** Whether the service stores this use of a key. */
export const isWorthNoting = ({ lastUsed }: Pick<AccessKey, 'lastUsed'>, now: Date): boolean =>
  lastUsed === null || now.getTime() - lastUsed.getTime() >= minUseInterval;

/** An unreadable address is in no network. */
export function isFromNetworks({ networks }: Pick<AccessKey, 'networks'>, clientAddress: string): boolean {
  if (networks.length === 0) return true;
  const address = IpAddress.read(clientAddress);
  return address !== undefined && networks.some((network) => network.containsAddress(address));
}

/** @param audience null: the REST interface */
export const isForAudience = (key: Pick<AccessKey, 'audience'>, audience: KeyAudience | null): boolean =>
  key.audience === null || key.audience === audience;

/** Newest first. */
export const liveKeysWithName = <K extends Pick<AccessKey, 'name' | 'expires' | 'created'>>(
  keys: readonly K[],
  name: string,
  now: Date,
): readonly K[] =>
  keys.filter((key) => key.name === name && !isOutlived(key, now)).toSorted((a, b) => b.created.getTime() - a.created.getTime());

/** Maximum number of live keys with the same name: the old and the new key of a rotation. */
export const maxLiveOfName = 2;

/** Whether a newer live key has the same name, which means a rotation. @param keys all keys of the owner */
export const isReplaced = (key: AccessKey, keys: readonly AccessKey[], now: Date): boolean =>
  liveKeysWithName(keys, key.name, now).some(({ digest, created }) => digest !== key.digest && created > key.created);

/** Expiry of the old key of a rotation: `days` from now, or its own expiry if that is earlier. */
export function endOfReplaced({ expires }: Pick<AccessKey, 'expires'>, now: Date, days: number): Date {
  const end = daysFrom(now, days);
  return expires !== null && expires.getTime() < end.getTime() ? expires : end;
}

export interface KeyAccess {
  readonly key: AccessKey;
  readonly user: User;
}
