/** Tells the time. */
export interface Clock {
  now(): Date;
}

/** Runs things later. */
export interface Timers {
  /** @returns keeps it from running, if it has not run yet */
  after(milliseconds: number, run: () => void): () => void;
}

/** Draws numbers that nobody can guess. */
export interface RandomSource {
  /** A whole number from 0 to below a limit, each as likely as the others. */
  below(limit: bigint): bigint;
}

/** Somebody who waits until a password was looked at. */
export interface PasswordAsker {
  /** The client network, which takes turns with others. */
  readonly network: string;
  /** Whether nobody waits any more. */
  readonly isGone: () => boolean;
}

/** Makes and checks password hashes. Slow on purpose. */
export interface PasswordHasher {
  /**
   * @param asker for whom; without one it is the service's own work, which counts as one network
   * @returns a text that holds algorithm, parameters, salt and hash
   * @throws IpamError signIn.busy where the asker has gone before it began
   */
  hash(password: string, asker?: PasswordAsker): Promise<string>;
  /** @throws IpamError signIn.busy where the asker has gone before it began */
  verify(password: string, hash: string, asker?: PasswordAsker): Promise<boolean>;
  /** Whether a hash was made with other parameters than are used today. */
  isOutdated(hash: string): boolean;
  /** Whether a password is among the most common ones; without this method none is. */
  isCommon?(password: string): Promise<boolean>;
}

/** Makes access tokens with their digests, and codes. */
export interface TokenSource {
  /** 24 characters of A-Z a-z 0-9 - _, not guessable. */
  create(): string;
  /** 32 characters of A-Z a-z 0-9 - _, not guessable: an application's code. */
  createCode(): string;
  /** SHA-256 as lower-case hex. */
  digest(token: string): string;
}

/** Facts that go with a log entry, by name. Secrets among them are never written. */
export type LogFacts = Readonly<Record<string, unknown>>;

/** Takes down what happened, for whoever runs the service. */
export interface Log {
  fatal(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  debug(message: string, facts?: LogFacts): void;
}

/** Tells other processes of the service which tokens were revoked here. */
export interface TokenRevocations {
  /** @returns when all that can be told have forgotten the token */
  revokeEverywhere(digest: string): Promise<void>;
}
