import { IpamError } from '../errors.js';
import { type AdministeredValues, defineAdministered, notBlank } from '../fields/administered-field.js';
import { highestId } from '../scalar-text.js';
import { kindLevels } from './kind-level.js';

export const roles = ['Administrator', 'User'] as const;
export type Role = (typeof roles)[number];

/** Levels on records outside of sections. `none` hides the records. */
export const inventoryRights = kindLevels;
export type InventoryRight = (typeof inventoryRights)[number];

/** A service account has no password and authenticates by keys. */
export const userKinds = ['person', 'service'] as const;
export type UserKind = (typeof userKinds)[number];

const id = { type: 'integer', min: 1, max: highestId, readOnly: true, meaning: 'ID of the record.' } as const;
const lastTime = { type: 'timestamp', readOnly: true, nullable: true } as const;
const shortText = { type: 'text', max: 255 } as const;

export const groupFields = defineAdministered({
  id,
  name: { type: 'text', max: 32, form: notBlank, isName: true, required: true, meaning: 'Name of the group.' },
  description: { type: 'multiline', max: 65535, meaning: 'Purpose of the group.' },
  roles: { type: 'texts', meaning: 'Names of the roles of all its users.' },
});

export type Group = AdministeredValues<typeof groupFields>;

/** Names that a permission map would read as a group id, or as no group. */
const readAsId = /^(?:\d+|\.{1,2}|null)$/;

/** The problem as the end of a sentence; undefined for a valid name. */
export const problemWithGroupName = (name: string): string | undefined =>
  readAsId.test(name) ? 'must not be a number, dots or null: permissions can refer to groups by id' : undefined;

/** Passwords are stored as hashes, groups as ids. */
export const userFields = defineAdministered({
  id,
  kind: {
    ...{ type: 'enum', values: userKinds, default: 'person', readOnly: true, hidden: true },
    meaning: 'Type of the account: a person or a service account.',
  },
  username: {
    ...{ type: 'text', max: 255, isName: true, required: true, writeOnce: true },
    form: {
      pattern: /^[^\s:]([^:]*[^\s:])?$/,
      problem: 'must not be empty, contain a colon, nor begin or end with a space',
    },
    meaning: 'User name for the sign-in.',
  },
  password: {
    ...{ type: 'text', max: 4096, hidden: true },
    form: { pattern: /./s, problem: 'must not be empty' },
    meaning:
      'Password of at least 10 characters, neither a common one nor the user name. Required for a new user without a sign-in provider. A new password ends all tokens of the user.',
  },
  realName: { ...shortText, meaning: 'Name of the person.' },
  email: { ...shortText, meaning: 'E-mail address.' },
  role: {
    ...{ type: 'enum', values: roles, default: 'User' },
    meaning: 'Administrators may do everything; users have the permissions of their groups.',
  },
  inventory: {
    ...{ type: 'enum', values: inventoryRights, default: 'read' },
    meaning: 'Right on records outside of sections, such as VLANs, VRFs and devices.',
  },
  levels: { type: 'texts', meaning: 'Other levels on single kinds, e.g. vlan:write, rack:none.' },
  roles: { type: 'texts', meaning: 'Names of roles, in addition to those of the groups.' },
  groups: { type: 'texts', meaning: "Names of the user's groups." },
  disabled: { type: 'flag', meaning: 'Whether sign-ins of the user are refused.' },
  provider: {
    ...{ type: 'text', max: 32, nullable: true },
    meaning: 'Name of the sign-in provider that authenticates the user; empty: the stored password.',
  },
  subject: {
    ...{ type: 'text', max: 65535, readOnly: true, hidden: true, nullable: true },
    meaning: "The user's permanent identifier at the provider; null if unknown.",
  },
  lastLogin: { ...lastTime, meaning: 'Time of the last sign-in.' },
  lastActivity: { ...lastTime, hidden: true, meaning: 'Time of the last request.' },
  editDate: { ...lastTime, meaning: 'Time of the last change by an administrator.' },
});

/** A user without secrets. Names are unique without regard to case. */
export type User = Omit<AdministeredValues<typeof userFields>, 'password' | 'groups'> & {
  /** Ids, ascending. */
  readonly groups: readonly number[];
};

const { editDate, role, inventory, levels, roles: ownRoles, groups } = userFields;

export const serviceAccountFields = defineAdministered({
  id,
  name: {
    ...userFields.username,
    meaning: 'Name of the service account, unique among users and service accounts.',
  },
  role,
  inventory,
  levels,
  roles: ownRoles,
  groups,
  disabled: { type: 'flag', meaning: 'Whether its keys are refused.' },
  editDate,
});

/** Placeholder for the hash of users without a password. No password matches it. */
export const noPasswordHash = '!';

export const isActiveAdministrator = ({ kind, role, disabled }: User): boolean =>
  kind === 'person' && role === 'Administrator' && !disabled;

export const isServiceAccount = ({ kind }: Pick<User, 'kind'>): boolean => kind === 'service';

export const normalizeUsername = (name: string): string => name.normalize('NFC').toLowerCase();

/** Shortens a name or address from a provider to one line of at most 255 characters. */
export const providedText = (text: string): string =>
  [...text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, 255).join('').trim();

/** An exact match takes precedence over a match without regard to case. */
export const findGroup = <G extends Pick<Group, 'name'>>(groups: readonly G[], name: string): G | undefined =>
  groups.find((group) => group.name === name) ??
  groups.find((group) => normalizeGroupName(group.name) === normalizeGroupName(name));

/** Returns a lookup like findGroup that indexes the groups once. */
export function groupFinder<G extends Pick<Group, 'name'>>(groups: readonly G[]): (name: string) => G | undefined {
  const exact = new Map<string, G>();
  const inAnyCase = new Map<string, G>();
  for (const group of groups.toReversed()) {
    exact.set(group.name, group);
    inAnyCase.set(normalizeGroupName(group.name), group);
  }
  return (name) => exact.get(name) ?? inAnyCase.get(normalizeGroupName(name));
}

export const normalizeGroupName = (name: string): string => name.normalize('NFC').toLowerCase();

/** Refuses a change that removes the last active administrator. @throws IpamError administration.lastAdministrator */
export function refuseLosingAdministrators(before: readonly User[], after: readonly User[]): void {
  if (before.some(isActiveAdministrator) && !after.some(isActiveAdministrator))
    throw new IpamError('administration.lastAdministrator');
}

/** Whether a change ends the tokens of a user: disabled, another password or another provider. */
export const mustSignInAgain = (
  before: Pick<User, 'disabled'> & Partial<Pick<User, 'provider'>>,
  after: Pick<User, 'disabled'> & Partial<Pick<User, 'provider'>>,
  hasOtherPassword: boolean,
): boolean => hasOtherPassword || (after.disabled && !before.disabled) || (after.provider ?? null) !== (before.provider ?? null);

/** In characters. */
export const minPasswordLength = 10;

interface PasswordFacts {
  readonly username: string;
  /** Result of the lookup in the list of common passwords, without regard to case. */
  readonly isCommon: boolean;
}

/** The problem as the end of a sentence; undefined for a valid password. */
export function problemWithPassword(password: string, { username, isCommon }: PasswordFacts): string | undefined {
  if ([...password].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`;
  if (normalizeUsername(password) === normalizeUsername(username)) return 'must not be the user name';
  return isCommon ? 'must not be one of the 10,000 most common passwords' : undefined;
}
