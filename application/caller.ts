import type { AccessKey, KeyAccess } from '../domain/access/access-key.js';
import {
  conflictSeenBy,
  dependsOnAncestors,
  dependsOnMaps,
  levelInSubnet,
  narrowedPrincipal,
  type Principal,
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

/** How a write is to end. */
export interface WriteTerms {
  /** All of it is done, and undone at its end: the answer is as it would be, nothing is kept, and nobody is told. */
  readonly isTrial?: boolean;
  /** Whether the record that is changed or deleted is as the caller expects it. @param version what versionOf makes of it */
  readonly isExpected?: (version: string) => boolean;
  /** What is kept together with the write. @param result what the write gave @param readers within its unit of work */
  readonly remembered?: (result: unknown, readers: Readers) => Promise<Remembered>;
}

/** What is kept of a request, so that it is done once. */
export interface Remembered {
  readonly request: AnsweredRequest;
  readonly now: Date;
}

/** Who asks for something to be done. */
export interface Caller {
  /** The application through which it is asked; null within the service itself. */
  readonly app: App | null;
  /** The user whose token the request carries; null where none is needed. */
  readonly user: User | null;
  /** The key that the request carries, if it is one that proves the user. */
  readonly key?: AccessKey | undefined;
  /** What decides on permissions. */
  readonly principal: Principal;
  /** Where the request comes from, if it came over a network. */
  readonly clientAddress: string | null;
  /** What the history calls a caller that is neither user nor application. */
  readonly name?: string;
  /** How what it writes is to end, where that is not as ever. */
  readonly terms?: WriteTerms;
  /**
   * Called between the parts of a long unit of work. @throws once the client has left, or a dry run has taken too long: the
   * unit of work is undone, and its locks are released
   */
  readonly requireAwaited?: () => void;
}

/**
 * What a caller is: a user through an application, or an application that proves itself (user null). Use-cases ask for what its
 * principal may. What the application itself may they ask for only where administrators set something; elsewhere whoever calls
 * them does (requireOperation), as the HTTP interface does before each request.
 */
export const callerOf = (
  app: App,
  user: User | null,
  settings: { readonly enforceUserPermissions: boolean },
  clientAddress: string | null = null,
): Caller => ({ app, user, principal: user ? principalOf(user, settings) : unrestrictedPrincipal, clientAddress });

/** The caller whose request carries a key of a user: it has the user's rights as far as the key's scope goes. */
export function keyCallerOf(
  app: App,
  { user, key }: KeyAccess,
  settings: { readonly enforceUserPermissions: boolean },
  clientAddress: string | null,
): Caller {
  return { app, user, key, principal: narrowedPrincipal(principalOf(user, settings), scopeOf(key)), clientAddress };
}

/** Scopes of keys that are cached, so that each is worked out once. */
const scopes = new WeakMap<AccessKey, GrantedScope>();

function scopeOf(key: AccessKey): GrantedScope {
  const known = scopes.get(key) ?? grantedScope(key);
  scopes.set(key, known);
  return known;
}

/** Somebody who is about to sign in to an application. */
export const unauthenticatedCaller = (app: App, clientAddress: string): Caller => ({
  app,
  user: null,
  principal: unauthenticatedPrincipal,
  clientAddress,
});

/** By whom a change is, and when, as it is kept. */
export function authorship({ user, app, clientAddress, name = 'Hexipam' }: Caller, at: string): Authorship {
  const by = user ? user.realName || user.username : (app?.id ?? name);
  return { at, userId: user?.id ?? null, by, appId: app?.id ?? null, clientAddress };
}

/** The service itself, or a program that embeds it: may do everything. */
export const internalCaller: Caller = { app: null, user: null, principal: unrestrictedPrincipal, clientAddress: null };

/** Whoever sits at the machine's command line: may do everything. */
export const commandLineCaller: Caller = { ...internalCaller, name: 'command line' };

/** A scan. */
export const scanCaller: Caller = { ...internalCaller, name: 'scan' };

/** What frees places whose holds have expired. */
export const expiryCaller: Caller = { ...internalCaller, name: 'expired hold' };

/** What keeps DNS records. */
export const dnsCaller: Caller = { ...internalCaller, name: 'DNS' };

/** The provisioning file. */
export const provisioningCaller: Caller = { ...internalCaller, name: 'provisioning' };

/** Where levels on subnets are found: their sections, and for keys that are limited to subnets what is above them. */
export interface LevelSource {
  readonly sections: Pick<SectionReader, 'find'>;
  readonly subnets: Pick<SubnetReader, 'ancestorIds'>;
}

/** A caller's level on a subnet. The section and the subnets above are read only if the level depends on them. */
export async function levelOn(source: LevelSource, { principal }: Caller, subnet: Subnet): Promise<PermissionLevel> {
  const section = dependsOnMaps(principal) ? await source.sections.find(subnet.sectionId) : undefined;
  const above = dependsOnAncestors(principal, subnet) ? await source.subnets.ancestorIds(subnet.id) : undefined;
  return levelInSubnet(principal, { subnet, section, above });
}

/**
 * The subnet, if the caller has a level on it.
 * @throws IpamError permission.denied, or the one made when it is not there or not for this caller to see
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

/** Whether a subnet is there and the caller sees it. */
export async function canSee(readers: LevelSource, caller: Caller, subnet: Subnet | undefined): Promise<boolean> {
  return subnet !== undefined && shows(await levelOn(readers, caller, subnet));
}

/** A network that is in the way, as an error may name it to the caller. @param place which is not free */
export async function conflictFor(readers: LevelSource, caller: Caller, found: Network, place: Prefix): Promise<Network> {
  return conflictSeenBy(await canSee(readers, caller, found), found, place);
}

/** Lets only callers pass who may write records of a kind, which belong to no section. @throws IpamError permission.denied */
export const requireInventory = ({ principal }: Caller, kind: KindName): void => requireInventoryRight(principal, kind);
