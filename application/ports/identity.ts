import type { AccessToken } from '../../domain/access/access-token.js';
import type { StoredApp } from '../../domain/access/app.js';
import type { OwnRole } from '../../domain/access/role.js';
import type { Settings } from '../../domain/access/settings.js';
import type { SignInAttempts } from '../../domain/access/sign-in-block.js';
import type { Group, User } from '../../domain/access/user.js';

/** Reads users. */
export interface UserReader {
  find(id: number): Promise<User | undefined>;
  /** Without regard to case. */
  findByName(username: string): Promise<User | undefined>;
  /** The user whom a provider of sign-in knows by a subject. */
  findBySubject(provider: string, subject: string): Promise<User | undefined>;
  /** A user's password hash, apart from the user so that it cannot slip into an answer. */
  findPasswordHash(userId: number): Promise<string | undefined>;
  /** By id. */
  list(): Promise<User[]>;
}

/** Stores users. */
export interface UserRepository extends UserReader {
  insert(user: Omit<User, 'id'>, passwordHash: string): Promise<number>;
  update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void>;
  setPasswordHash(id: number, passwordHash: string): Promise<void>;
  /** Deletes a user and the user's tokens. @returns whether there was one */
  delete(id: number): Promise<boolean>;
}

/** Reads groups. */
export interface GroupReader {
  /** By id. */
  list(): Promise<Group[]>;
}

/** How many objects named a group in their permissions. */
export interface GroupUse {
  readonly sections: number;
  readonly subnets: number;
}

/** Stores groups. */
export interface GroupRepository extends GroupReader {
  /** Adds a group under its id, or changes the one that has it; without an id the group of that name, or a new one. */
  save(group: Omit<Group, 'id'> & { readonly id?: number }): Promise<number>;
  /** Deletes a group, and takes it from its users and out of all permissions. @returns where it was; undefined: there is none */
  delete(id: number): Promise<GroupUse | undefined>;
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
  /** @returns whether it was there */
  delete(id: string): Promise<boolean>;
}

/** Reads access tokens. */
export interface TokenReader {
  find(digest: string): Promise<AccessToken | undefined>;
  /** By user, then by expiry; also those that have expired, until they are cleared away. */
  list(): Promise<AccessToken[]>;
}

/** Stores access tokens. */
export interface TokenRepository extends TokenReader {
  /** @throws IpamError signIn.failed when the user has been removed */
  insert(token: AccessToken): Promise<void>;
  /** Moves a token's expiry. */
  extend(digest: string, expires: Date): Promise<void>;
  /** @returns whether it was there */
  delete(digest: string): Promise<boolean>;
  deleteExpired(now: Date): Promise<void>;
  /** Deletes a user's tokens but the newest `keep`. */
  deleteOldest(userId: number, keep: number): Promise<void>;
}

/** Reads attempts to sign in, by what they count under: a client network or a user name. */
export interface SignInAttemptReader {
  find(key: string): Promise<SignInAttempts | undefined>;
  /** Those with more failures than so many, the most first, with their keys. @param max how many at most */
  listFailed(tolerated: number, max: number): Promise<(SignInAttempts & { readonly key: string })[]>;
}

/** Counts attempts to sign in. */
export interface SignInAttemptRepository extends SignInAttemptReader {
  /** The attempts under a key, and holds them: whoever else wants to hold them waits until this unit of work ends. */
  lock(key: string): Promise<SignInAttempts>;
  /** Replaces the attempts under a key that is held. @param outlived from when on they may be deleted; undefined: now */
  save(key: string, attempts: SignInAttempts, outlived: Date | undefined): Promise<void>;
  /** Deletes some of those that are outlived, a hundred at most so that it stays quick. */
  deleteOutlived(now: Date): Promise<void>;
}

/** Reads from where users have signed in. */
export interface SignInOriginReader {
  /** Whether a user has signed in from a client network since a time. */
  isKnown(userId: number, client: string, since: Date): Promise<boolean>;
}

/** Remembers from where users have signed in. */
export interface SignInOriginRepository extends SignInOriginReader {
  /** Notes a sign-in, and forgets the user's origins but the latest `keep`. */
  note(userId: number, client: string, now: Date, keep: number): Promise<void>;
}

/** Remembers by their nonces which encrypted requests came, so that none is taken twice, by whichever process. */
export interface RequestNonceRepository {
  /** Remembers a nonce until a time. @returns whether it is new: false while it is remembered already */
  note(digest: string, until: Date, now: Date): Promise<boolean>;
  /** Deletes some of those that are outlived, a hundred at most so that it stays quick. @returns how many */
  deleteOutlived(now: Date): Promise<number>;
}

/**
 * Which process may write in an application whose writes are serialized. A lease ends by itself, by the clock of the storage,
 * when its owner does not renew it in time.
 */
export interface AppLeaseRepository {
  /**
   * Takes an application's lease, or renews it. A waiter that retries keeps its priority over newcomers and over the previous
   * owner.
   * @param owner a name that nobody else has
   * @returns whether the owner has it now, for so many seconds
   */
  take(appId: string, owner: string, seconds: number): Promise<boolean>;
  /** Ends a lease, if the owner still has it. */
  end(appId: string, owner: string): Promise<void>;
}

/** Reads the service's settings; the defaults where nothing was set. */
export interface SettingsReader {
  read(): Promise<Settings>;
}

/** Stores the service's settings. */
export interface SettingsRepository extends SettingsReader {
  /** Reads the settings and holds them: whoever else wants to hold them waits until this unit of work ends. */
  lock(): Promise<Settings>;
  write(settings: Settings): Promise<void>;
}
