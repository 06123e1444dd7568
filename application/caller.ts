import type { AccessKey, KeyAccess } from '../domain/access/access-key.js';
import {
  conflictSeenBy,
  dependsOnAncestors,
  dependsOnMaps,
  levelInSubnet,
  narrowedPrincipal,
  type Principal,
  type PrincipalTerms,
  principalOf,
  requireInventoryRight,
  requireLevel,
  shows,
  unauthenticatedPrincipal,
  unrestrictedPrincipal,
} from '../domain/access/access-policy.js';
import type { App } from '../domain/access/app.js';
import { type GrantedScope, grantedScope } from '../domain/access/key-scope.js';
import type { User } from '../domain/access/user.js';
import type { KindName } from '../domain/catalog/kinds.js';
import type { IpamError } from '../domain/errors.js';
import type { PermissionLevel } from '../domain/fields/permission-map.js';
import type { Prefix } from '../domain/net/prefix.js';
import type { Network, Subnet } from '../domain/subnet/subnet.js';
import type { Authorship } from './ports/change-log.js';
import type { SectionReader, SubnetReader } from './ports/inventory.js';
import type { AnsweredRequest, Readers } from './ports/unit-of-work.js';

/** Write options of a request: idempotency key, expected version (If-Match), dry run. */
export interface WriteTerms {
  /** Dry run: rolled back and not published, with the same answer. */
  readonly isDryRun?: boolean;
  /** @param version as of versionOf */
  readonly isExpected?: (version: string) => boolean;
  /** The record to store with the write, for idempotency. @param readers of its unit of work */
  readonly remembered?: (result: unknown, readers: Readers) => Promise<Remembered>;
}

/** The stored answer of an idempotency key. */
export interface Remembered {
  readonly request: AnsweredRequest;
  readonly now: Date;
}

export interface Caller {
  /** The application of the request; null within the service itself. */
  readonly app: App | null;
  /** The user of the token, if any. */
  readonly user: User | null;
  /** The key of the request, if it authenticated the user. */
  readonly key?: AccessKey | undefined;
  /** The digest of the access token of the request, if it authenticated the user. */
  readonly session?: string | undefined;
  readonly principal: Principal;
  /** The client's address, if the request came over a network. */
  readonly clientAddress: string | null;
  /** Author in the history, for callers without user and application. */
  readonly name?: string;
  readonly terms?: WriteTerms;
  /**
   * Called between the parts of a long unit of work.
   * @throws to roll it back: the client has disconnected or a dry run takes too long
   */
  readonly requireAwaited?: () => void;
}

/**
 * A user through an application, or an application with its own token (user null). Use cases check the permissions of the
 * principal; those of the application only for administrative changes. Other checks of the application are up to the caller
 * (requireOperation), as in the HTTP interface. Without `settings.effective` roles do not count (Directory.termsFor).
 */
export const callerOf = (app: App, user: User | null, settings: PrincipalTerms, clientAddress: string | null = null): Caller => ({
  app,
  user,
  principal: user ? principalOf(user, settings) : unrestrictedPrincipal,
  clientAddress,
});

/** The caller of a request with a key: the rights of its owner, limited by the key's scope. */
export function keyCallerOf(app: App, { user, key }: KeyAccess, settings: PrincipalTerms, clientAddress: string | null): Caller {
  return { app, user, key, principal: narrowedPrincipal(principalOf(user, settings), scopeOf(key)), clientAddress };
}

/** Parsed scopes of keys. */
const scopes = new WeakMap<AccessKey, GrantedScope>();

function scopeOf(key: AccessKey): GrantedScope {
  const known = scopes.get(key) ?? grantedScope(key);
  scopes.set(key, known);
  return known;
}

/** A client before its sign-in to an application. */
export const unauthenticatedCaller = (app: App, clientAddress: string): Caller => ({
  app,
  user: null,
  principal: unauthenticatedPrincipal,
  clientAddress,
});

export function authorship({ user, app, clientAddress, name = 'Hexipam' }: Caller, at: string): Authorship {
  const by = user ? user.realName || user.username : (app?.id ?? name);
  return { at, userId: user?.id ?? null, by, appId: app?.id ?? null, clientAddress };
}

/** The service itself, or a program that embeds it. */
export const internalCaller: Caller = { app: null, user: null, principal: unrestrictedPrincipal, clientAddress: null };

/** The operator on the command line. */
export const commandLineCaller: Caller = { ...internalCaller, name: 'command line' };

export const scanCaller: Caller = { ...internalCaller, name: 'scan' };

export const expiryCaller: Caller = { ...internalCaller, name: 'expired hold' };

export const requestExpiryCaller: Caller = { ...internalCaller, name: 'expired request' };

export const dnsCaller: Caller = { ...internalCaller, name: 'DNS' };

export const provisioningCaller: Caller = { ...internalCaller, name: 'provisioning' };

/** Sources of levels on subnets: their sections, and the ancestors for keys limited to subnets. */
export interface LevelSource {
  readonly sections: Pick<SectionReader, 'find'>;
  readonly subnets: Pick<SubnetReader, 'ancestorIds'>;
}

/**
 * A caller's level on a subnet. The section and the subnets above are read only if the level depends on them.
 * @param levelFor another level that depends on the subnet, such as that on its requests
 */
export async function levelOn(
  source: LevelSource,
  { principal }: Pick<Caller, 'principal'>,
  subnet: Subnet,
  levelFor = levelInSubnet,
): Promise<PermissionLevel> {
  const section = dependsOnMaps(principal) ? await source.sections.find(subnet.sectionId) : undefined;
  const above = dependsOnAncestors(principal, subnet) ? await source.subnets.ancestorIds(subnet.id) : undefined;
  return levelFor(principal, { subnet, section, above });
}

/**
 * The subnet, if the caller has the needed level on it.
 * @throws IpamError permission.denied, or the error of `whenUnknown` for a subnet that does not exist or is not visible to the
 * caller
 */
export async function permitted<S extends Subnet>(
  readers: LevelSource,
  caller: Caller,
  subnet: S | undefined,
  needed: PermissionLevel,
  whenUnknown: () => IpamError,
): Promise<S> {
  if (!subnet) throw whenUnknown();
  requireLevel(await levelOn(readers, caller, subnet), needed, whenUnknown);
  return subnet;
}

/** Whether a subnet exists and is visible to the caller. */
export async function canSee(readers: LevelSource, caller: Caller, subnet: Subnet | undefined): Promise<boolean> {
  return subnet !== undefined && shows(await levelOn(readers, caller, subnet));
}

/**
 * Returns the conflicting network for an error message, or only the requested prefix to callers who may not see this network.
 * @param place the requested prefix
 */
export async function conflictFor(readers: LevelSource, caller: Caller, found: Network, place: Prefix): Promise<Network> {
  return conflictSeenBy(await canSee(readers, caller, found), found, place);
}

/** Requires the permission to write records of a kind, which are outside of sections. @throws IpamError permission.denied */
export const requireInventory = ({ principal }: Caller, kind: KindName): void => requireInventoryRight(principal, kind);
