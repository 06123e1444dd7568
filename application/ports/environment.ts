import type { UnstoredToken } from '../../domain/access/access-token.js';

export interface Clock {
  now(): Date;
}

export interface Timers {
  /** @returns a function that cancels the run */
  after(milliseconds: number, run: () => void): () => void;
}

export interface RandomSource {
  /** A uniformly distributed integer from 0 to limit - 1. */
  below(limit: bigint): bigint;
}

export interface PasswordClient {
  /** Client network. Checks of different networks alternate. */
  readonly network: string;
  readonly isGone: () => boolean;
}

export interface PasswordHasher {
  /**
   * @param client the waiting client; undefined: the service itself, which counts as one network
   * @returns a text with algorithm, parameters, salt and hash
   * @throws IpamError signIn.busy if the client disconnected before the work started
   */
  hash(password: string, client?: PasswordClient): Promise<string>;
  /** @throws IpamError signIn.busy, like hash */
  verify(password: string, hash: string, client?: PasswordClient): Promise<boolean>;
  /** Whether the hash parameters differ from the current ones. */
  isOutdated(hash: string): boolean;
  isCommon?(password: string): Promise<boolean>;
}

export interface TokenSource {
  /** 24 random characters of A-Z a-z 0-9 - _. */
  create(): string;
  /** 32 random characters of A-Z a-z 0-9 - _. */
  createCode(): string;
  /** SHA-256 as lower-case hex. */
  digest(token: string): string;
}

/** Facts of a log entry. Secrets are not written. */
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
