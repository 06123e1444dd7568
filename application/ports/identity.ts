import type { AccessToken } from '../../domain/identity/access-token.js';
import type { App } from '../../domain/identity/app.js';
import type { Settings } from '../../domain/identity/settings.js';
import type { SignInFailures } from '../../domain/identity/sign-in-block.js';
import type { Group, User } from '../../domain/identity/user.js';

/** Reads users. */
export interface UserReader {
  find(id: number): Promise<User | undefined>;
  /** Without regard to case. */
  findByName(username: string): Promise<User | undefined>;
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
}

/** Reads groups. */
export interface GroupReader {
  /** By id. */
  list(): Promise<Group[]>;
}

/** Stores groups. */
export interface GroupRepository extends GroupReader {
  /** Adds a group under its id, or changes the one that has it; without an id the group of that name, or a new one. */
  save(group: Omit<Group, 'id'> & { readonly id?: number }): Promise<number>;
}

/** Reads API applications. */
export interface AppReader {
  find(id: string): Promise<App | undefined>;
  /** By id. */
  list(): Promise<App[]>;
}

/** Stores API applications. */
export interface AppRepository extends AppReader {
  /** Adds an application or replaces the one with its id. */
  save(app: App): Promise<void>;
}

/** Reads access tokens. */
export interface TokenReader {
  find(digest: string): Promise<AccessToken | undefined>;
}

/** Stores access tokens. */
export interface TokenRepository extends TokenReader {
  insert(token: AccessToken): Promise<void>;
  /** Moves a token's expiry. */
  extend(digest: string, expires: Date): Promise<void>;
  /** @returns whether it was there */
  delete(digest: string): Promise<boolean>;
  deleteExpired(now: Date): Promise<void>;
  /** Deletes a user's tokens but the newest `keep`. */
  deleteOldest(userId: number, keep: number): Promise<void>;
}

/** Reads failed sign-ins by client address. */
export interface SignInFailureReader {
  find(clientAddress: string): Promise<SignInFailures | undefined>;
}

/** Counts failed sign-ins by client address. */
export interface SignInFailureRepository extends SignInFailureReader {
  /** Adds one failure at a time; counting starts anew when the last one is before `since`. */
  count(clientAddress: string, now: Date, since: Date): Promise<void>;
  clear(clientAddress: string): Promise<void>;
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
