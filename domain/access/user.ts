import { IpamError } from '../errors.js';

/** What a user may do beyond group permissions: administrators may do everything. */
export const roles = ['Administrator', 'User'] as const;
export type Role = (typeof roles)[number];

/** What a user may do with what belongs to no section: VLANs, devices, and records of all other kinds. */
export const inventoryRights = ['read', 'write'] as const;
export type InventoryRight = (typeof inventoryRights)[number];

/** A group of users; sections and subnets give levels to groups. */
export interface Group {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

/** Somebody who signs in. Secrets are not part of it. */
export interface User {
  readonly id: number;
  /** Unique without regard to case. */
  readonly username: string;
  readonly role: Role;
  readonly inventory: InventoryRight;
  /** Ids of the user's groups, ascending. */
  readonly groups: readonly number[];
  readonly realName: string;
  readonly email: string;
  readonly disabled: boolean;
  /** Name of the sign-in provider that authenticates the user; null: the password that is stored here. */
  readonly provider: string | null;
  /** The user's identifier at the provider, which is never given to another one; null as long as it is not known. */
  readonly subject: string | null;
  readonly editDate: string | null;
  readonly lastLogin: string | null;
  readonly lastActivity: string | null;
}

/** Stands in the place of a password hash where no password is stored: no password fits it. */
export const noPasswordHash = '!';

/** Whether somebody can sign in and do everything. */
export const isActiveAdministrator = ({ role, disabled }: User): boolean => role === 'Administrator' && !disabled;

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
 * Refuses a change that leaves nobody who can administer, where there was somebody.
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
