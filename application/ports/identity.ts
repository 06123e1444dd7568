import type { AccessToken } from '../../domain/access/access-token.js';
import type { StoredApp } from '../../domain/access/app.js';
import type { OwnRole } from '../../domain/access/role.js';
import type { NonceLimits } from '../../domain/access/second-factor.js';
import type { Settings } from '../../domain/access/settings.js';
import type { SignInAttempts } from '../../domain/access/sign-in-block.js';
import type { Group, User } from '../../domain/access/user.js';
import type { PermissionLevel } from '../../domain/fields/permission-map.js';

export interface UserReader {
  find(id: number): Promise<User | undefined>;
  /** Finds a user by name, without regard to case. */
  findByName(username: string): Promise<User | undefined>;
  findBySubject(provider: string, subject: string): Promise<User | undefined>;
  /** The password hash is not a member of User, so that no response can contain the hash. */
  findPasswordHash(userId: number): Promise<string | undefined>;
  /** All users, ascending by id. */
  list(): Promise<User[]>;
}

export interface UserRepository extends UserReader {
  insert(user: Omit<User, 'id'>, passwordHash: string): Promise<number>;
  update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void>;
  setPasswordHash(id: number, passwordHash: string): Promise<void>;
  /** Deletes a user and its tokens. */
  delete(id: number): Promise<boolean>;
}

export interface GroupReader {
  list(): Promise<Group[]>;
}

export interface GroupUse {
  readonly sections: number;
  readonly subnets: number;
}

export interface GroupRepository extends GroupReader {
  /** Adds or changes a group by its id; without an id, by its name. */
  save(group: Omit<Group, 'id'> & { readonly id?: number }): Promise<number>;
  /** Deletes a group, and removes it from users and permissions. @returns its former use; undefined for an unknown group */
  delete(id: number): Promise<GroupUse | undefined>;
  /** Sets the level of a group on all subnets of a section. @returns the number of changed subnets */
  setLevelOfSubnets(change: LevelOfSubnets, editDate: string): Promise<number>;
}

export interface LevelOfSubnets {
  readonly sectionId: number;
  readonly groupId: number;
  readonly level: PermissionLevel;
}

export interface RoleReader {
  list(): Promise<OwnRole[]>;
}

export interface RoleRepository extends RoleReader {
  save(role: OwnRole): Promise<void>;
  delete(name: string): Promise<boolean>;
}

export interface AppReader {
  find(id: string): Promise<StoredApp | undefined>;
  list(): Promise<StoredApp[]>;
}

export interface AppRepository extends AppReader {
  save(app: StoredApp): Promise<void>;
  delete(id: string): Promise<boolean>;
}

export interface TokenReader {
  find(digest: string): Promise<AccessToken | undefined>;
  /** All tokens by user, then by expiry. Expired tokens are included until their deletion. */
  list(): Promise<AccessToken[]>;
}

export interface TokenRepository extends TokenReader {
  /** @throws IpamError signIn.failed if the user does not exist */
  insert(token: AccessToken): Promise<void>;
  extend(digest: string, expires: Date, lastUsed: Date): Promise<void>;
  noteAuthentication(digest: string, at: Date): Promise<void>;
  delete(digest: string): Promise<boolean>;
  deleteExpired(now: Date): Promise<void>;
  /** Deletes the tokens of a user except the newest `retained`. */
  deleteOldest(userId: number, retained: number): Promise<void>;
}

export interface SignInAttemptReader {
  find(key: string): Promise<SignInAttempts | undefined>;
  /** Counters with more failures than tolerated, with their keys; most failures first. */
  listFailed(tolerated: number, max: number): Promise<(SignInAttempts & { readonly key: string })[]>;
}

export interface SignInAttemptRepository extends SignInAttemptReader {
  /** Reads a counter and locks it until the unit of work ends. */
  lock(key: string): Promise<SignInAttempts>;
  /** Replaces a locked counter. @param outlived time of its expiry; undefined: now */
  save(key: string, attempts: SignInAttempts, outlived: Date | undefined): Promise<void>;
  /** Deletes at most a hundred expired counters per call, to be fast. */
  deleteOutlived(now: Date): Promise<void>;
}

export interface SignInOriginReader {
  isKnown(userId: number, client: string, since: Date): Promise<boolean>;
}

export interface SignInOriginRepository extends SignInOriginReader {
  /** Stores a sign-in. Deletes all networks of the user except the latest `retained`. */
  note(userId: number, client: string, now: Date, retained: number): Promise<void>;
}

export interface OwnedNonce {
  readonly digest: string;
  readonly owner: string;
  readonly until: Date;
}

/** Stores nonces of encrypted requests and other values that are valid once across all processes. */
export interface RequestNonceRepository {
  /** Stores a nonce until a time. @returns whether it is new */
  note(digest: string, until: Date, now: Date): Promise<boolean>;
  /** Stores a new nonce. Above the limits, nonces with the earliest expiry are deleted. */
  noteOwned(nonce: OwnedNonce, limits: NonceLimits): Promise<void>;
  /** Deletes a nonce. @returns whether it existed and was valid; true for only one of several callers */
  take(digest: string, now: Date): Promise<boolean>;
  /** Deletes at most a hundred expired nonces per call, to be fast. @returns their number */
  deleteOutlived(now: Date): Promise<number>;
}

/** Leases of applications with serialized writes. Only the owner may write. A lease expires by the storage clock unless renewed. */
export interface AppLeaseRepository {
  /**
   * Acquires or renews the lease of an application for `seconds`. Returns whether the owner has the lease.
   * A waiting owner has priority over new owners and the previous owner.
   */
  take(appId: string, owner: string, seconds: number): Promise<boolean>;
  /** Ends the lease of an application if the owner still has it. */
  end(appId: string, owner: string): Promise<void>;
}

export interface SettingsReader {
  read(): Promise<Settings>;
}

export interface SettingsRepository extends SettingsReader {
  /** Reads the settings, and locks them until the unit of work ends. */
  lock(): Promise<Settings>;
  write(settings: Settings): Promise<void>;
}
