import { IpamError } from '../errors.js';
import { type AdministeredValues, defineAdministered, highestId, notBlank } from '../fields/administered-field.js';
import { kindLevels } from './kind-level.js';

/** Roles: an administrator may do everything, a user has the permissions of groups. */
export const roles = ['Administrator', 'User'] as const;
export type Role = (typeof roles)[number];

/** Rights on records that belong to no section: VLANs, devices, and records of all other kinds. `none` hides them. */
export const inventoryRights = kindLevels;
export type InventoryRight = (typeof inventoryRights)[number];

/** A person signs in; a service account has no password and works by its keys alone. */
export const userKinds = ['person', 'service'] as const;
export type UserKind = (typeof userKinds)[number];

const id = { type: 'integer', min: 1, max: highestId, readOnly: true, meaning: 'Its number.' } as const;
const lastTime = { type: 'timestamp', readOnly: true, nullable: true } as const;
const shortText = { type: 'text', max: 255 } as const;

/** The fields of groups. */
export const groupFields = defineAdministered({
  id,
  name: { type: 'text', max: 32, form: notBlank, isName: true, required: true, meaning: 'What the group is called.' },
  description: { type: 'multiline', max: 65535, meaning: 'What it is for.' },
  roles: { type: 'texts', meaning: 'Names of the roles that all users of the group have.' },
});

/** A group of users; sections and subnets give levels to groups. */
export type Group = AdministeredValues<typeof groupFields>;

/** Names that permissions could read as an id of a group, or as none. */
const readAsId = /^(?:\d+|\.{1,2}|null)$/;

/** The problem of a group's name, as the end of a sentence; undefined for a sound one. */
export const problemWithGroupName = (name: string): string | undefined =>
  readAsId.test(name) ? 'must not be a number, dots or null, as permissions name groups by id too' : undefined;

/** The fields of users. A password is stored as a hash, groups by their ids. */
export const userFields = defineAdministered({
  id,
  kind: {
    ...{ type: 'enum', values: userKinds, default: 'person', readOnly: true, hidden: true },
    meaning: 'Whether it is a person or a service account.',
  },
  username: {
    ...{ type: 'text', max: 255, isName: true, required: true, writeOnce: true },
    form: {
      pattern: /^[^\s:]([^:]*[^\s:])?$/,
      problem: 'must not be empty, contain a colon, nor begin or end with a space',
    },
    meaning: 'What the user signs in with.',
  },
  password: {
    ...{ type: 'text', max: 4096, hidden: true },
    form: { pattern: /./s, problem: 'must not be empty' },
    meaning:
      'The password: 10 characters or more, neither a common one nor the user name; a new user without a sign-in provider needs one. Another one ends all tokens of the user.',
  },
  realName: { ...shortText, meaning: "The person's name." },
  email: { ...shortText, meaning: 'Where to write to.' },
  role: {
    ...{ type: 'enum', values: roles, default: 'User' },
    meaning: 'Administrators may do everything; users what their groups may.',
  },
  inventory: {
    ...{ type: 'enum', values: inventoryRights, default: 'read' },
    meaning: 'What the user may do to what belongs to no section: VLANs, VRFs, devices and the like.',
  },
  levels: { type: 'texts', meaning: 'Other levels on single kinds, e.g. vlan:write, rack:none.' },
  roles: { type: 'texts', meaning: 'Names of roles that the user has beside those of groups.' },
  groups: { type: 'texts', meaning: 'Names of the groups that the user is in.' },
  disabled: { type: 'flag', meaning: 'Whether the user may not sign in.' },
  provider: {
    ...{ type: 'text', max: 32, nullable: true },
    meaning: 'Name of the sign-in provider that authenticates the user; empty for the password stored here.',
  },
  subject: {
    ...{ type: 'text', max: 65535, readOnly: true, hidden: true, nullable: true },
    meaning: "The user's identifier at the provider, which never gives it to another user; null for an unknown one.",
  },
  lastLogin: { ...lastTime, meaning: 'When the user last signed in.' },
  lastActivity: { ...lastTime, hidden: true, meaning: 'When the user last sent a request.' },
  editDate: { ...lastTime, meaning: 'When an administrator last changed the user.' },
});

/** A user, without secrets. The name is unique without regard to case. */
export type User = Omit<AdministeredValues<typeof userFields>, 'password' | 'groups'> & {
  /** Ids, ascending. */
  readonly groups: readonly number[];
};

const { editDate, role, inventory, levels, roles: ownRoles, groups } = userFields;

/** The fields of service accounts: users that work by keys alone. */
export const serviceAccountFields = defineAdministered({
  id,
  name: {
    ...userFields.username,
    meaning: 'The name of the service account; users and service accounts have different names.',
  },
  role,
  inventory,
  levels,
  roles: ownRoles,
  groups,
  disabled: { type: 'flag', meaning: 'Whether its keys are refused.' },
  editDate,
});

/** Stands in the place of a password hash where no password is stored: no password fits it. */
export const noPasswordHash = '!';

/** Whether somebody can sign in and do everything. */
export const isActiveAdministrator = ({ kind, role, disabled }: User): boolean =>
  kind === 'person' && role === 'Administrator' && !disabled;

/** Whether a user is a service account. */
export const isServiceAccount = ({ kind }: Pick<User, 'kind'>): boolean => kind === 'service';

/** A user name in the form in which names are compared. */
export const normalizeUsername = (name: string): string => name.normalize('NFC').toLowerCase();

/** A name or an address that another service gives, as a user's record can have it: one line, at most 255 characters. */
export const providedText = (text: string): string =>
  [...text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, 255).join('').trim();

/** The group of a name; where none has it letter by letter, one whose name differs in case only. */
export const groupNamed = <G extends Pick<Group, 'name'>>(groups: readonly G[], name: string): G | undefined =>
  groups.find((group) => group.name === name) ??
  groups.find((group) => normalizeGroupName(group.name) === normalizeGroupName(name));

/** Finds groups as groupNamed does, for many names: the groups are looked through once. */
export function groupFinder<G extends Pick<Group, 'name'>>(groups: readonly G[]): (name: string) => G | undefined {
  const exact = new Map<string, G>();
  const inAnyCase = new Map<string, G>();
  for (const group of groups.toReversed()) {
    exact.set(group.name, group);
    inAnyCase.set(normalizeGroupName(group.name), group);
  }
  return (name) => exact.get(name) ?? inAnyCase.get(normalizeGroupName(name));
}

/** A group's name in the form in which names are compared. */
export const normalizeGroupName = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Refuses a change that leaves no active administrator, where there was one.
 * @throws IpamError administration.lastAdministrator
 */
export function refuseLosingAdministrators(before: readonly User[], after: readonly User[]): void {
  if (before.some(isActiveAdministrator) && !after.some(isActiveAdministrator))
    throw new IpamError('administration.lastAdministrator');
}

/** Whether a user must sign in again after a change: disabled, with another password, or with another sign-in provider. */
export const mustSignInAgain = (
  before: Pick<User, 'disabled'> & Partial<Pick<User, 'provider'>>,
  after: Pick<User, 'disabled'> & Partial<Pick<User, 'provider'>>,
  hasOtherPassword: boolean,
): boolean => hasOtherPassword || (after.disabled && !before.disabled) || (after.provider ?? null) !== (before.provider ?? null);
