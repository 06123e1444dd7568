import { type AccessKey, defaultKeyDays, rotationDays } from '../../../domain/access/access-key.js';
import { isScope, problemWithScope, scopes } from '../../../domain/access/key-scope.js';
import { inventoryRights, roles, type User } from '../../../domain/access/user.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { type Entry, notBlank } from './entry.js';
import { readLimits, usernameShape } from './records.js';

/** A service account as it is given: groups by name. */
export type ServiceAccountInput = Pick<User, 'role' | 'inventory' | 'disabled'> & {
  readonly name: string;
  readonly groups: readonly string[];
};

/** Members of a service account's entry. */
export const serviceAccountMembers = ['name', 'role', 'inventory', 'groups', 'disabled'] as const;

/** Reads a service account. @throws IpamError provision.invalid */
export const readServiceAccount = (entry: Entry): ServiceAccountInput => ({
  name: entry.text('name', { max: 255, shape: usernameShape, isName: true }),
  role: entry.word('role', roles, 'User'),
  inventory: entry.word('inventory', inventoryRights, 'read'),
  groups: [...new Set(entry.texts('groups'))],
  disabled: entry.flag('disabled', false),
});

/** What defines a key but its owner and times. */
export type KeyInput = Pick<AccessKey, 'name' | 'scopes' | 'sections' | 'subnets' | 'networks' | 'limits'>;

const definingMembers = ['name', 'scopes', 'sections', 'subnets', 'networks', 'limits'] as const;

/** Members of a new key's entry. */
export const newKeyMembers = [...definingMembers, 'days'] as const;

/** Members of a key's entry in a provisioning file. */
export const provisionedKeyMembers = ['user', 'digest', 'expires', ...definingMembers] as const;

const maxNetworks = 100;

/** Reads what defines a key. @throws IpamError provision.invalid */
export function readKey(entry: Entry): KeyInput {
  const name = entry.text('name', { max: 64, shape: notBlank, isName: true });
  const given = [...new Set(entry.texts('scopes'))];
  const unknown = given.find((scope) => !isScope(scope));
  if (unknown !== undefined) entry.refuse('scopes', `must be of ${scopes.join(', ')}`);
  const scope = { scopes: given.filter(isScope), sections: idsOf(entry, 'sections'), subnets: idsOf(entry, 'subnets') };
  const problem = problemWithScope(scope);
  if (problem) entry.refuse(problem.member, problem.problem);
  return { name, ...scope, networks: networksOf(entry), limits: readLimits(entry) };
}

const idsOf = (entry: Entry, name: string): number[] => [...new Set(entry.integers(name))].sort((a, b) => a - b);

function networksOf(entry: Entry): Prefix[] {
  const texts = [...new Set(entry.texts('networks'))];
  if (texts.length > maxNetworks) entry.refuse('networks', `must not name more than ${maxNetworks}`);
  return texts.map((text) => Prefix.read(text) ?? entry.refuse('networks', 'must be networks like 10.0.0.0/8'));
}

/**
 * Reads in how many days a new key expires.
 * @param maxDays as settings say; null: it need not expire
 * @returns null: never @throws IpamError provision.invalid
 */
export function readDays(entry: Entry, maxDays: number | null): number | null {
  const usual = Math.min(defaultKeyDays, maxDays ?? defaultKeyDays);
  const days = entry.orNull('days', usual, () => entry.integer('days', { min: 1, max: maxDays ?? 36_500 }));
  return days === null && maxDays !== null ? entry.refuse('days', `must be from 1 to ${maxDays}`) : days;
}

/** Reads for how many days a replaced key goes on. @throws IpamError provision.invalid */
export const readKeepDays = (entry: Entry): number =>
  entry.integer('keepDays', { min: 0, max: rotationDays.max, fallback: rotationDays.usual });

/** A key of a provisioning file, which has the digest of the key only. */
export interface ProvisionedKey extends KeyInput {
  readonly user: string;
  readonly digest: string;
  readonly expires: Date | null;
}

const digestShape = { pattern: /^[0-9a-f]{64}$/, problem: 'must be the SHA-256 of the key: 64 digits 0-9 and a-f' };
const timeShape = {
  pattern: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/,
  problem: 'must be a day like 2027-01-31, or a time like 2027-01-31T12:00:00Z',
};

/** Reads a key of a provisioning file. @throws IpamError provision.invalid */
export function readProvisionedKey(entry: Entry): ProvisionedKey {
  const user = entry.text('user', { max: 255, shape: usernameShape, isName: true });
  const digest = entry.text('digest', { max: 64, shape: digestShape });
  const expires = entry.orNull('expires', null, () => new Date(entry.text('expires', { max: 20, shape: timeShape })));
  if (expires && Number.isNaN(expires.getTime())) entry.refuse('expires', timeShape.problem);
  return { user, digest, expires, ...readKey(entry) };
}
