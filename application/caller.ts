import type { AccessKey, KeyAccess } from '../domain/access/access-key.js';
import {
  conflictSeenBy,
  dependsOnAncestors,
  dependsOnMaps,
  levelInSubnet,
  narrowedPrincipal,
  type Principal,
  type PrincipalOptions,
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
import { IpamError } from '../domain/errors.js';
import type { PermissionLevel } from '../domain/fields/permission-map.js';
import type { Prefix } from '../domain/net/prefix.js';
import type { Network, Subnet } from '../domain/subnet/subnet.js';
import type { Authorship } from './ports/change-log.js';
import type { SectionReader } from './ports/inventory/records.js';
import type { SubnetReader } from './ports/inventory/subnets.js';
import type { AnsweredRequest, Readers } from './ports/unit-of-work.js';

/** Write options of a request: idempotency key, expected version (If-Match), dry run. */
export interface WriteOptions {
  /** Dry run: same result, but the unit of work is rolled back and not published. */
  readonly isDryRun?: boolean;
  /** @param version result of versionOf */
  readonly isExpected?: (version: string) => boolean;
  /** Creates the idempotency record to store with the write. @param readers of the unit of work */
  readonly remembered?: (result: unknown, readers: Readers) => Promise<Remembered>;
}

/**
 * The write options of a caller.
 * @throws TypeError for a caller with `terms`, the earlier name of `writeOptions`. Ignoring it would turn a dry run into a write.
 */
export function writeOptionsOf(caller: Caller): WriteOptions | undefined {
  if ('terms' in caller) throw new TypeError('the member terms of a Caller is now named writeOptions');
  return caller.writeOptions;
}

/** The recorded result of an idempotency key. */
export interface Remembered {
  readonly request: AnsweredRequest;
  readonly now: Date;
}

export interface Caller {
  /** The application of the request; null for the service itself. */
  readonly app: App | null;
  readonly user: User | null;
  readonly key?: AccessKey | undefined;
  /** The digest of the access token that authenticated the user, if any. */
  readonly session?: string | undefined;
  readonly principal: Principal;
  /** The client address; null without a network request. */
  readonly clientAddress: string | null;
  /** Author in the history, for callers without user and application. */
  readonly name?: string;
  readonly writeOptions?: WriteOptions;
  /** @deprecated Use `writeOptions`. A write by a caller with `terms` throws a TypeError. */
  readonly terms?: never;
  /**
   * Called periodically in long units of work.
   * @throws an error that rolls it back: the client has disconnected, a dry run takes too long, or the service stops
   */
  readonly requireAwaited?: () => void;
}

/**
 * The caller of a user through an application, or of an application with its own token (user null). Use cases check the
 * permissions of the principal, and of the application for administrative changes. Other application checks are up to the adapter
 * (requireOperation). Without `settings.effective`, roles are ignored (Directory.policyFor).
 */
export const callerOf = (
  app: App,
  user: User | null,
  settings: PrincipalOptions,
  clientAddress: string | null = null,
): Caller => ({
  app,
  user,
  principal: user ? principalOf(user, settings) : unrestrictedPrincipal,
  clientAddress,
});

/** The caller of a request with a key: the rights of the owner within the key's scope. */
export function keyCallerOf(
  app: App,
  { user, key }: KeyAccess,
  settings: PrincipalOptions,
  clientAddress: string | null,
): Caller {
  return { app, user, key, principal: narrowedPrincipal(principalOf(user, settings), scopeOf(key)), clientAddress };
}

const scopes = new WeakMap<AccessKey, GrantedScope>();

function scopeOf(key: AccessKey): GrantedScope {
  const known = scopes.get(key) ?? grantedScope(key);
  scopes.set(key, known);
  return known;
}

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

/** The service itself, or an embedding program. */
export const internalCaller: Caller = { app: null, user: null, principal: unrestrictedPrincipal, clientAddress: null };

export const commandLineCaller: Caller = { ...internalCaller, name: 'command line' };

export const scanCaller: Caller = { ...internalCaller, name: 'scan' };

export const expiryCaller: Caller = { ...internalCaller, name: 'expired hold' };

export const requestExpiryCaller: Caller = { ...internalCaller, name: 'expired request' };

export const dnsCaller: Caller = { ...internalCaller, name: 'DNS' };

export const provisioningCaller: Caller = { ...internalCaller, name: 'provisioning' };

/** Readers for computing levels on subnets. They read sections and, for keys limited to subnets, the ancestors of a subnet. */
export interface LevelSource {
  readonly sections: Pick<SectionReader, 'find'>;
  readonly subnets: Pick<SubnetReader, 'ancestorIds'>;
}

/**
 * A caller's level on a subnet. Section and ancestors are read only if the level depends on them.
 * @param levelFor computes another level of the subnet, e.g. the one on its requests
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
 * Returns the subnet if the caller has the required level on it.
 * @throws IpamError permission.denied; the error of `whenUnknown` for a missing or hidden subnet
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

export const unknownSubnet = (id: number) => () => new IpamError('subnet.unknown', { id });

/** Reads a subnet if the caller has the required level on it. @throws IpamError subnet.unknown, permission.denied */
export async function readPermitted(
  readers: LevelSource & { readonly subnets: Pick<SubnetReader, 'find'> },
  caller: Caller,
  id: number,
  needed: PermissionLevel,
): Promise<Subnet> {
  return permitted(readers, caller, await readers.subnets.find(id), needed, unknownSubnet(id));
}

/** Whether a subnet exists and is visible to the caller. */
export async function canSee(readers: LevelSource, caller: Caller, subnet: Subnet | undefined): Promise<boolean> {
  return subnet !== undefined && shows(await levelOn(readers, caller, subnet));
}

/** The conflicting network for an error message. Callers who may not see it get only the requested prefix. */
export async function conflictFor(readers: LevelSource, caller: Caller, found: Network, requested: Prefix): Promise<Network> {
  return conflictSeenBy(await canSee(readers, caller, found), found, requested);
}

/** Requires the permission to write records of a kind outside of sections. @throws IpamError permission.denied */
export const requireInventory = ({ principal }: Caller, kind: KindName): void => requireInventoryRight(principal, kind);
