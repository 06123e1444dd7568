export interface Clock {
  now(): Date;
}

export interface Timers {
  /** @returns a function that cancels the run if it has not started */
  after(milliseconds: number, run: () => void): () => void;
}

/** Cryptographically secure random numbers. */
export interface RandomSource {
  /** A uniformly distributed integer from 0 to below the limit. */
  below(limit: bigint): bigint;
}

/** A client that waits for a password check. */
export interface PasswordAsker {
  /** The client network; networks take turns. */
  readonly network: string;
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean;
}

/** Creates and verifies password hashes; deliberately slow. */
export interface PasswordHasher {
  /**
   * @param asker the waiting client; without it the work is the service's own, which counts as one network
   * @returns a text with algorithm, parameters, salt and hash
   * @throws IpamError signIn.busy when the client disconnected before the start
   */
  hash(password: string, asker?: PasswordAsker): Promise<string>;
  /** @throws IpamError signIn.busy when the client disconnected before the start */
  verify(password: string, hash: string, asker?: PasswordAsker): Promise<boolean>;
  /** Whether a hash has other parameters than the current ones. */
  isOutdated(hash: string): boolean;
  /** Whether a password is among the most common ones; without this method none is. */
  isCommon?(password: string): Promise<boolean>;
}

/** Creates access tokens, their digests, and application codes. */
export interface TokenSource {
  /** 24 characters of A-Z a-z 0-9 - _, not guessable. */
  create(): string;
  /** An application code: 32 characters of A-Z a-z 0-9 - _, not guessable. */
  createCode(): string;
  /** SHA-256 as lower-case hex. */
  digest(token: string): string;
}

/** Named facts of a log entry. Secrets among them are never written. */
export type LogFacts = Readonly<Record<string, unknown>>;

/** The log of the service, for its operator. */
export interface Log {
  fatal(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  debug(message: string, facts?: LogFacts): void;
}

/** Publishes token revocations to the other processes of the service. */
export interface TokenRevocations {
  /** @returns when all reachable processes have removed the token from their caches */
  revokeEverywhere(digest: string): Promise<void>;
}
