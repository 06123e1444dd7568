import {
  type AccessKey,
  keyChangeFields,
  keyDefinitionFields,
  keyFields,
  ownKeyFields,
  rotationFields,
} from '../../../domain/access/access-key.js';
import { isScope, problemWithScope, scopes } from '../../../domain/access/key-scope.js';
import { serviceAccountFields, type User } from '../../../domain/access/user.js';
import { defineAdministered } from '../../../domain/fields/administered-field.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { type Entry, entryMembers, readEntry } from './entry.js';
import { accountReaders } from './roles.js';

/** An unvalidated service account, with names of groups and roles. */
export type ServiceAccountInput = Pick<User, 'role' | 'inventory' | 'levels' | 'roles' | 'disabled'> & {
  readonly name: string;
  readonly groups: readonly string[];
};

export const serviceAccountMembers = entryMembers(serviceAccountFields);

/** @throws IpamError provision.invalid */
export const readServiceAccount = (entry: Entry): ServiceAccountInput =>
  readEntry(entry, serviceAccountFields, { readers: accountReaders });

/** The definition of a key, without owner and timestamps. */
export type KeyInput = Pick<AccessKey, 'name' | 'scopes' | 'sections' | 'subnets' | 'networks' | 'limits'>;

export const newKeyMembers = entryMembers(ownKeyFields);

export const keyChangeMembers = entryMembers(keyChangeFields);

export const rotationMembers = entryMembers(rotationFields);

export const provisionedKeyMembers = ['user', 'digest', 'expires', ...entryMembers(keyDefinitionFields)];

const maxNetworks = 100;

const idsOf = (entry: Entry, name: 'sections' | 'subnets'): number[] =>
  [...new Set(entry.read(name, keyDefinitionFields[name]))].sort((a, b) => a - b);

const definitionReaders = {
  scopes: (entry: Entry) => {
    const scopeTexts = entry.distinctTexts('scopes');
    return scopeTexts.every(isScope) ? scopeTexts : entry.refuse('scopes', `must contain only ${scopes.join(', ')}`);
  },
  sections: (entry: Entry) => idsOf(entry, 'sections'),
  subnets: (entry: Entry) => idsOf(entry, 'subnets'),
  networks: (entry: Entry): Prefix[] => {
    const texts = entry.distinctTexts('networks');
    if (texts.length > maxNetworks) entry.refuse('networks', `must not contain more than ${maxNetworks} networks`);
    return texts.map((text) => Prefix.read(text) ?? entry.refuse('networks', 'must be networks like 10.0.0.0/8'));
  },
};

/** Reads the definition of a key. @throws IpamError provision.invalid */
export function readKey(entry: Entry): KeyInput {
  const key = readEntry(entry, keyDefinitionFields, { readers: definitionReaders });
  const problem = problemWithScope(key);
  if (problem) entry.refuse(problem.member, problem.problem);
  return key;
}

/**
 * Reads the lifetime of a new key in days.
 * @param maxDays maximum from the settings; null: no maximum
 * @returns null: no expiry
 * @throws IpamError provision.invalid
 */
export function readDays(entry: Entry, maxDays: number | null): number | null {
  const { days: field } = ownKeyFields;
  const days = entry.read('days', { ...field, max: maxDays ?? field.max }, Math.min(field.default, maxDays ?? field.default));
  return days === null && maxDays !== null ? entry.refuse('days', `must be from 1 to ${maxDays}`) : days;
}

/** Reads the number of days for which a rotated key stays valid. @throws IpamError provision.invalid */
export const readKeepDays = (entry: Entry): number =>
  entry.read('keepDays', rotationFields.keepDays, rotationFields.keepDays.default);

/** A key in a provisioning file, with its digest instead of the secret. */
export interface ProvisionedKey extends KeyInput {
  readonly user: string;
  readonly digest: string;
  readonly expires: Date | null;
}

const timeForm = {
  pattern: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/,
  problem: 'must be a day like 2027-01-31, or a time like 2027-01-31T12:00:00Z',
};

const provisionedFields = defineAdministered({
  digest: {
    ...{ type: 'text', max: 64, required: true, meaning: 'SHA-256 of the key.' },
    form: { pattern: /^[0-9a-f]{64}$/, problem: 'must be the SHA-256 of the key: 64 digits 0-9 and a-f' },
  },
  expires: { type: 'text', max: 20, form: timeForm, nullable: true, meaning: 'The time when the key expires.' },
});

/** @throws IpamError provision.invalid */
export function readProvisionedKey(entry: Entry): ProvisionedKey {
  const user = entry.read('user', keyFields.user);
  const digest = entry.read('digest', provisionedFields.digest);
  const text = entry.read('expires', provisionedFields.expires, null);
  const expires = text === null ? null : new Date(text);
  if (expires && Number.isNaN(expires.getTime())) entry.refuse('expires', timeForm.problem);
  return { user, digest, expires, ...readKey(entry) };
}
