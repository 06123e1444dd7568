import type { AccessToken } from '../../domain/access/access-token.js';
import type { StoredApp } from '../../domain/access/app.js';
import type { OwnRole } from '../../domain/access/role.js';
import type { NonceLimits } from '../../domain/access/second-factor.js';
import type { Settings } from '../../domain/access/settings.js';
import type { SignInAttempts } from '../../domain/access/sign-in-block.js';
import type { Group, User } from '../../domain/access/user.js';
import type { PermissionLevel } from '../../domain/fields/permission-map.js';

/** Reads users. */
export interface UserReader {
  find(id: number): Promise<User | undefined>;
  /** Case is ignored. */
  findByName(username: string): Promise<User | undefined>;
  /** The user with a subject of a sign-in provider. */
  findBySubject(provider: string, subject: string): Promise<User | undefined>;
  /** A user's password hash. It is no member of the user, so that no answer can contain it. */
  findPasswordHash(userId: number): Promise<string | undefined>;
  /** By id. */
  list(): Promise<User[]>;
}

/** Stores users. */
export interface UserRepository extends UserReader {
  insert(user: Omit<User, 'id'>, passwordHash: string): Promise<number>;
  update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void>;
  setPasswordHash(id: number, passwordHash: string): Promise<void>;
  /** Deletes a user and the user's tokens. @returns whether it existed */
  delete(id: number): Promise<boolean>;
}

/** Reads groups. */
export interface GroupReader {
  /** By id. */
  list(): Promise<Group[]>;
}

/** Number of objects with a group in their permissions. */
export interface GroupUse {
  readonly sections: number;
  readonly subnets: number;
}

/** Stores groups. */
export interface GroupRepository extends GroupReader {
  /** Adds or changes a group by its id; without an id, by its name. */
  save(group: Omit<Group, 'id'> & { readonly id?: number }): Promise<number>;
  /** Deletes a group, and removes it from users and permissions. @returns its former use; undefined for an unknown group */
  delete(id: number): Promise<GroupUse | undefined>;
  /** Sets the level of a group on all subnets of a section. @returns the number of subnets that had another level */
  setLevelOfSubnets(change: LevelOfSubnets, editDate: string): Promise<number>;
}

/** The level of a group on all subnets of a section. */
export interface LevelOfSubnets {
  readonly sectionId: number;
  readonly groupId: number;
  readonly level: PermissionLevel;
}

/** Reads own roles. */
export interface RoleReader {
  /** By name. */
  list(): Promise<OwnRole[]>;
}

/** Stores own roles. */
export interface RoleRepository extends RoleReader {
  /** Adds a role or replaces the one of its name. */
  save(role: OwnRole): Promise<void>;
  /** @returns whether it was there */
  delete(name: string): Promise<boolean>;
}

/** Reads API applications. */
export interface AppReader {
  find(id: string): Promise<StoredApp | undefined>;
  /** By id. */
  list(): Promise<StoredApp[]>;
}

/** Stores API applications. */
export interface AppRepository extends AppReader {
  /** Adds an application or replaces the one with its id. */
  save(app: StoredApp): Promise<void>;
  /** @returns whether it existed */
  delete(id: string): Promise<boolean>;
}

/** Reads access tokens. */
export interface TokenReader {
  find(digest: string): Promise<AccessToken | undefined>;
  /** By user, then by expiry; includes expired ones until their deletion. */
  list(): Promise<AccessToken[]>;
}

/** Stores access tokens. */
export interface TokenRepository extends TokenReader {
  /** @throws IpamError signIn.failed if the user no longer exists */
  insert(token: AccessToken): Promise<void>;
  /** Changes a token's expiry. @param lastUsed time of its last use */
  extend(digest: string, expires: Date, lastUsed: Date): Promise<void>;
  /** Notes that the user has proven to be the owner of a session. */
  noteProof(digest: string, at: Date): Promise<void>;
  /** @returns whether it existed */
  delete(digest: string): Promise<boolean>;
  deleteExpired(now: Date): Promise<void>;
  /** Deletes the tokens of a user, except the newest `retained`. */
  deleteOldest(userId: number, retained: number): Promise<void>;
}

/** Reads sign-in attempts by their key: a client network or a user name. */
export interface SignInAttemptReader {
  find(key: string): Promise<SignInAttempts | undefined>;
  /** Attempts with more failures than tolerated, most failures first, with their keys. @param max largest number of results */
  listFailed(tolerated: number, max: number): Promise<(SignInAttempts & { readonly key: string })[]>;
}

/** Counts sign-in attempts. */
export interface SignInAttemptRepository extends SignInAttemptReader {
  /** Reads the attempts of a key and locks them until the unit of work ends. */
  lock(key: string): Promise<SignInAttempts>;
  /** Replaces the attempts of a locked key. @param outlived time from which they may be deleted; undefined: now */
  save(key: string, attempts: SignInAttempts, outlived: Date | undefined): Promise<void>;
  /** Deletes up to a hundred expired rows, so that it stays fast. */
  deleteOutlived(now: Date): Promise<void>;
}

/** Reads client networks of successful sign-ins. */
export interface SignInOriginReader {
  /** Whether a user has signed in from a client network since a time. */
  isKnown(userId: number, client: string, since: Date): Promise<boolean>;
}

/** Stores client networks of successful sign-ins. */
export interface SignInOriginRepository extends SignInOriginReader {
  /** Stores a sign-in, and deletes all but the latest `retained` networks of the user. */
  note(userId: number, client: string, now: Date, retained: number): Promise<void>;
}

/** A nonce that only its owner causes, e.g. the challenge of a passkey. */
export interface OwnedNonce {
  readonly digest: string;
  readonly owner: string;
  readonly until: Date;
}

/** Stores nonces of encrypted requests, so that no process accepts a request twice, and other values that count once. */
export interface RequestNonceRepository {
  /** Stores a nonce until a time. @returns whether it is new */
  note(digest: string, until: Date, now: Date): Promise<boolean>;
  /** Stores a new nonce. Beyond the limits, those that expire first are deleted: of the owner, and of all owners. */
  noteOwned(nonce: OwnedNonce, limits: NonceLimits): Promise<void>;
  /** Deletes a nonce. @returns whether it was stored and not expired; true for one of several callers */
  take(digest: string, now: Date): Promise<boolean>;
  /** Deletes up to a hundred expired nonces, so that it stays fast. @returns their number */
  deleteOutlived(now: Date): Promise<number>;
}

/**
 * Leases of applications with serialized writes: only the owner's process may write. A lease expires by the clock of the storage
 * unless its owner renews it.
 */
export interface AppLeaseRepository {
  /**
   * Acquires or renews an application's lease. A waiting owner that retries has priority over newcomers and over the previous
   * owner.
   * @param owner unique name
   * @returns whether the owner has the lease, for `seconds`
   */
  take(appId: string, owner: string, seconds: number): Promise<boolean>;
  /** Ends a lease, if the owner still has it. */
  end(appId: string, owner: string): Promise<void>;
}

/** Reads the service's settings, with defaults for unset ones. */
export interface SettingsReader {
  read(): Promise<Settings>;
}

/** Stores the service's settings. */
export interface SettingsRepository extends SettingsReader {
  /** Reads the settings and locks them until the unit of work ends. */
  lock(): Promise<Settings>;
  write(settings: Settings): Promise<void>;
}
