import { levels, mayAdminister, mayExercise, requireSection } from '../../../domain/access/access-policy.js';
import { isRecentlyAuthenticated, recentAuthenticationMinutes } from '../../../domain/access/access-token.js';
import { effectiveRights, grantsOf, includesRights, type RightsHolder } from '../../../domain/access/effective-rights.js';
import type { Reach } from '../../../domain/access/key-scope.js';
import type { AdministrativeRight } from '../../../domain/access/role.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { type AdministeredFields, memberOf } from '../../../domain/fields/administered-field.js';
import { requireVersion } from '../../../domain/fields/version.js';
import { type Caller, internalCaller, permitted } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import type { Entry } from '../provisioning/entry.js';
import { readGroupsAndRoles } from '../role-source.js';

/** @throws IpamError permission.denied */
export function requireAdministrator(caller: Caller, right: AdministrativeRight = 'administer'): void {
  if (!mayExercise(caller, right)) throw new IpamError('permission.denied');
}

/** The user of a caller without a key. @throws IpamError permission.denied */
export function requireOwner({ user, key }: Caller): User {
  if (!user || key) throw new IpamError('permission.denied');
  return user;
}

/**
 * Requires that callers who are not administrators have all rights of the changed users or groups, and all newly granted rights.
 * @param holders the users or groups, before and after the change
 * @throws IpamError permission.denied
 */
export async function requireWithinRights(caller: Caller, readers: Readers, ...holders: readonly RightsHolder[]): Promise<void> {
  if (mayAdminister(caller)) return;
  const source = await readGroupsAndRoles(readers);
  const rightsOf = (holder: RightsHolder) => effectiveRights(grantsOf(holder, source));
  const stored = caller.user ? await readers.users.find(caller.user.id) : undefined;
  if (!stored || !holders.every((holder) => includesRights(rightsOf(stored), rightsOf(holder))))
    throw new IpamError('permission.denied');
}

/**
 * Requires a recent authentication of the session, because a session may be stolen. Callers without a session pass: keys,
 * application codes, provider tokens and the command line.
 * @throws IpamError account.proofOutdated
 */
export async function requireRecentAuthentication(readers: Readers, caller: Caller, now: Date): Promise<void> {
  if (!(await hasRecentAuthentication(readers, caller, now)))
    throw new IpamError('account.proofOutdated', { minutes: recentAuthenticationMinutes });
}

/** Whether a caller may create credentials. True for a caller without a session or with a recent authentication. */
export async function hasRecentAuthentication({ tokens }: Readers, { session }: Caller, now: Date): Promise<boolean> {
  if (session === undefined) return true;
  const token = await tokens.find(session);
  return token !== undefined && isRecentlyAuthenticated(token, now);
}

/** @throws IpamError administration.unknown without a record */
export function requireKnown<T>(found: T | undefined, what: string, name: string): T {
  if (found === undefined) throw new IpamError('administration.unknown', { what, name });
  return found;
}

/** @throws IpamError administration.exists for an existing record */
export function requireUnused(found: object | undefined, what: string, name: string): void {
  if (found) throw new IpamError('administration.exists', { what, name });
}

/**
 * Requires that the sections and subnets of a limit exist, because a mistyped id would silently reach nothing. Callers other than
 * administrators get the same error for hidden ones.
 * @param stored the stored limit. Its records may have been deleted since
 * @throws IpamError provision.invalid
 */
export async function requireExistingReach(
  caller: Caller,
  entry: Entry,
  readers: Readers,
  reach: Partial<Reach>,
  stored: Partial<Reach> = {},
): Promise<void> {
  const viewer = mayAdminister(caller) ? internalCaller : caller;
  const added = (member: keyof Reach) => [...new Set(reach[member])].filter((id) => !stored[member]?.includes(id));
  for (const id of added('sections')) {
    const unknown = () => entry.refuse('sections', `name a section that does not exist: ${id}`);
    requireSection(viewer.principal, await readers.sections.find(id), levels.see, unknown);
  }
  for (const id of added('subnets')) {
    const unknown = () => entry.refuse('subnets', `name a subnet that does not exist: ${id}`);
    await permitted(readers, viewer, await readers.subnets.find(id), levels.see, unknown);
  }
}

/** The version of a record. It ignores secrets and members that the service sets. */
export function versionOfMembers(fields: AdministeredFields, record: object): string {
  const counted = Object.entries(fields).filter(([name, { hidden, readOnly }]) => !hidden && (!readOnly || name === 'id'));
  return JSON.stringify(counted.map(([name]) => memberOf(record, name) ?? null));
}

/** A record in the version of the caller's writeOptions. It must be locked. @throws IpamError administration.unknown, record.changed */
export function requireCurrent<T extends object>(
  caller: Caller,
  fields: AdministeredFields,
  found: T | undefined,
  what: string,
  name: string,
): T {
  const record = requireKnown(found, what, name);
  requireExpectedMembers(caller, fields, record);
  return record;
}

/** Requires the version in the caller's writeOptions. The record must be locked. @throws IpamError record.changed */
export function requireExpectedMembers({ writeOptions }: Caller, fields: AdministeredFields, record: object): void {
  requireVersion(writeOptions?.isExpected, () => versionOfMembers(fields, record));
}
