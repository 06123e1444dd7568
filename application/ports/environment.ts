import type { UnstoredToken } from '../../domain/access/access-token.js';

export interface Clock {
  now(): Date;
}

export interface Timers {
  /** @returns cancels the run */
  after(milliseconds: number, run: () => void): () => void;
}

/** Cryptographically secure. */
export interface RandomSource {
  /** Uniformly distributed, from 0 to below the limit. */
  below(limit: bigint): bigint;
}

/** A client that waits for a password check. */
export interface PasswordAsker {
  /** Client network: checks of different networks alternate. */
  readonly network: string;
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean;
}

/** Creates and verifies password hashes; deliberately slow. */
export interface PasswordHasher {
  /**
   * @param asker the waiting client; work of the service itself counts as one network
   * @returns a text with algorithm, parameters, salt and hash
   * @throws IpamError signIn.busy when the client disconnected before the start
   */
  hash(password: string, asker?: PasswordAsker): Promise<string>;
  /** @throws IpamError signIn.busy as hash does */
  verify(password: string, hash: string, asker?: PasswordAsker): Promise<boolean>;
  /** Whether the hash parameters differ from the current ones. */
  isOutdated(hash: string): boolean;
  /** Whether a password is among the most common ones. */
  isCommon?(password: string): Promise<boolean>;
}

export interface TokenSource {
  /** 24 characters of A-Z a-z 0-9 - _, not guessable. */
  create(): string;
  /** 32 characters of A-Z a-z 0-9 - _, not guessable. */
  createCode(): string;
  /** SHA-256 as lower-case hex. */
  digest(token: string): string;
}

/** Secrets among them are never written. */
export type LogFacts = Readonly<Record<string, unknown>>;

export interface Log {
  fatal(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  debug(message: string, facts?: LogFacts): void;
}

export interface TokenRevocations {
  /** @returns when all reachable processes have removed the token from their caches */
  revokeEverywhere(digest: string): Promise<void>;
  /** @returns when all reachable processes know a token that the storage cannot store */
  shareEverywhere?(token: UnstoredToken): Promise<void>;
}
