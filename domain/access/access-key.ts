import { defineAdministered, groupMembers, notBlank } from '../fields/administered-field.js';
import { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { generalScopes, type KeyScope } from './key-scope.js';
import { limitFields, type RateLimits } from './rate-limit.js';
import { type User, userFields } from './user.js';

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

const polynomial = 0xedb88320;

/** CRC-32 (IEEE 802.3) of an ASCII text, as a number from 0 to 2^32 - 1. */
export function crc32(text: string): number {
  let remainder = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    remainder ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? polynomial : 0);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

const days = { type: 'integer', min: 1, max: longestKeyDays, default: defaultKeyDays, nullable: true } as const;
const time = { type: 'timestamp', readOnly: true, nullable: true } as const;

export const keyDefinitionFields = defineAdministered({
  name: {
    ...{ type: 'text', max: 64, form: notBlank, isName: true, required: true },
    meaning: 'Name of the key, unique among the keys of its owner.',
  },
  scopes: {
    ...{ type: 'texts', required: true },
    meaning: `Rights of the key, e.g. address:read, subnet:write, *:read; ${generalScopes.join(', ')}.`,
  },
  sections: {
    type: 'ids',
    meaning: 'IDs of sections to which the key is limited, with their subnets and addresses; empty: no limit.',
  },
  subnets: { type: 'ids', meaning: 'IDs of subnets to which the key is limited, with everything below them; empty: no limit.' },
  networks: { type: 'texts', meaning: 'Networks of clients that may use the key, e.g. 10.0.0.0/8; empty: all.' },
  ...groupMembers('limits', limitFields),
});

const id = { type: 'text', readOnly: true, max: 64, meaning: "Beginning of the key's digest." } as const;

const others = defineAdministered({
  ...keyDefinitionFields,
  days: { ...days, meaning: 'Days until the key expires.' },
  expires: { ...time, meaning: 'Time of expiry.' },
  lastUsed: { ...time, meaning: 'Time of the last use, accurate to a minute.' },
  created: { ...time, meaning: 'Time of creation.' },
});

export const ownKeyFields = defineAdministered({ id, ...others });

/** Fields of keys for administrators. */
export const keyFields = defineAdministered({
  id,
  user: {
    ...{ type: 'text', max: 255, form: userFields.username.form, isName: true, required: true },
    meaning: 'Owner of the key: a service account or a user.',
  },
  ...others,
});

/** Fields of a request that changes a key. Absent fields keep their values. */
export const keyChangeFields = defineAdministered({
  ...keyDefinitionFields,
  days: { ...days, meaning: 'Days until the key expires, from now on.' },
});

export const rotationFields = defineAdministered({
  days: { ...days, meaning: 'Days until the new key expires.' },
  keepDays: {
    ...{ type: 'integer', min: 0, max: rotationDays.max, default: rotationDays.usual },
    meaning: `Days for which the replaced key stays valid, at most ${rotationDays.max}; 0 ends it at once.`,
  },
});
