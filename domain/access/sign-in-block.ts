import { IpamError } from '../errors.js';

/** Sign-in attempts that count together: from one client network, or under one user name. */
export interface SignInAttempts {
  readonly failures: number;
  readonly lastFailure: Date;
  /** Running attempts. Each may fail. */
  readonly pending: number;
  readonly lastBegun: Date;
  /** Number of failures by user name; empty if successful sign-ins forgive nothing. */
  readonly failuresByName: Readonly<Record<string, number>>;
}

export const noAttempts: SignInAttempts = {
  failures: 0,
  lastFailure: new Date(0),
  pending: 0,
  lastBegun: new Date(0),
  failuresByName: {},
};

/** Treatment of failed sign-ins. Times are in milliseconds. */
export interface SignInRule {
  /** Number of failures without a consequence. */
  readonly tolerated: number;
  /** Time after the last failure for which failures count. */
  readonly memory: number;
  /** Pause after a failure. @param excess number of failures beyond the tolerated ones, from 1 */
  readonly delayAfter: (excess: number) => number;
  /** Whether a successful sign-in removes earlier failures under its own name. */
  readonly forgives: boolean;
}

const second = 1000;
const minute = 60 * second;

/** Duration of a client's block after its last failure, in minutes. */
export const blockMinutes = 5;

/** A client with too many failures is blocked until its failures no longer count. */
export const clientRule: SignInRule = {
  tolerated: 10,
  memory: blockMinutes * minute,
  delayAfter: () => blockMinutes * minute,
  forgives: true,
};

const longestDelay = 5 * minute;

/**
 * After too many failures under a name, from any clients, a pause follows each failure. The first pause is one second, and each
 * pause doubles the previous one. A single client causes only the first pause, because it is then blocked itself.
 *
 * Failures count for an hour. With a shorter time, an attacker who waits until failures are forgotten could try more often than
 * one who waits for each of the longest pauses. A successful sign-in does not remove failures, as other clients would profit from
 * it.
 */
export const nameRule: SignInRule = {
  tolerated: 10,
  memory: 60 * minute,
  delayAfter: (excess) => Math.min(second * 2 ** (excess - 1), longestDelay),
  forgives: false,
};

/** Age at which a running attempt counts as abandoned, because its process has ended. */
const pendingMemory = minute;

/** `free`: an attempt may begin; `busy`: running attempts decide; blockedFor: milliseconds until the next attempt. */
export type SignInVerdict = 'free' | 'busy' | { readonly blockedFor: number };

/** Whether one more attempt may begin. The running attempts never exceed the failures that are possible without a block. */
export function verdictOn(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInVerdict {
  const { failures, lastFailure, pending } = activeFailures(rule, attempts, now);
  if (failures <= rule.tolerated) return failures + pending <= rule.tolerated ? 'free' : 'busy';
  const left = lastFailure.getTime() + rule.delayAfter(failures - rule.tolerated) - now.getTime();
  if (left > 0) return { blockedFor: left };
  return pending === 0 ? 'free' : 'busy';
}

/**
 * Whether one more attempt may begin now. False while running attempts decide on it.
 * @throws IpamError signIn.blocked for a client, signIn.nameBlocked for a user name
 */
export function mayBegin(rule: SignInRule, attempts: SignInAttempts, now: Date): boolean {
  const verdict = verdictOn(rule, attempts, now);
  if (typeof verdict !== 'object') return verdict === 'free';
  if (rule === clientRule) throw new IpamError('signIn.blocked', { minutes: blockMinutes });
  throw new IpamError('signIn.nameBlocked', { seconds: Math.ceil(verdict.blockedFor / second) });
}

/** Largest number of parallel attempts of one client. More could not fail without a block. */
export const maxAttemptsAtOnce = clientRule.tolerated + 1;

/** Counts one more running attempt. */
export function withBegun(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInAttempts {
  const counting = activeFailures(rule, attempts, now);
  return { ...counting, pending: counting.pending + 1, lastBegun: now };
}

/** Removes a running attempt that ended before its password was checked. */
export function withAbandoned(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInAttempts {
  const counting = activeFailures(rule, attempts, now);
  return { ...counting, pending: Math.max(0, counting.pending - 1) };
}

/** Counts a running attempt as failed. @param name counted form of the user name */
export function withFailed(rule: SignInRule, attempts: SignInAttempts, now: Date, name: string): SignInAttempts {
  const { failures, failuresByName, ...rest } = withAbandoned(rule, attempts, now);
  const named = rule.forgives ? { ...failuresByName, [name]: (failuresByName[name] ?? 0) + 1 } : {};
  return { ...rest, failures: failures + 1, lastFailure: now, failuresByName: named };
}

/** Removes a successful attempt. Failures under other names remain: a client with one valid password may guess others. */
export function withSucceeded(rule: SignInRule, attempts: SignInAttempts, now: Date, name: string): SignInAttempts {
  const { failures, failuresByName, ...rest } = withAbandoned(rule, attempts, now);
  const { [name]: forgiven = 0, ...others } = failuresByName;
  return rule.forgives
    ? { ...rest, failures: Math.max(0, failures - forgiven), failuresByName: others }
    : { ...rest, failures, failuresByName };
}

/** Lifts a block: removes the failures, but not the running attempts. */
export const withoutFailures = (attempts: SignInAttempts): SignInAttempts => ({
  ...attempts,
  failures: 0,
  lastFailure: new Date(0),
  failuresByName: {},
});

/** Whether the last failure caused the block. */
export const beginsBlock = (rule: SignInRule, { failures }: SignInAttempts): boolean => failures === rule.tolerated + 1;

/** Time from which attempts no longer count; undefined without attempts. */
export function outlivedAt(rule: SignInRule, { failures, lastFailure, pending, lastBegun }: SignInAttempts): Date | undefined {
  const ends = [
    ...(failures > 0 ? [lastFailure.getTime() + rule.memory] : []),
    ...(pending > 0 ? [lastBegun.getTime() + pendingMemory] : []),
  ];
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
}

function activeFailures(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInAttempts {
  const isRecent = (last: Date, memory: number): boolean => now.getTime() - last.getTime() < memory;
  const areRecent = isRecent(attempts.lastFailure, rule.memory);
  return {
    ...attempts,
    failures: areRecent ? attempts.failures : 0,
    failuresByName: areRecent ? attempts.failuresByName : {},
    pending: isRecent(attempts.lastBegun, pendingMemory) ? attempts.pending : 0,
  };
}

/**
 * For this time in milliseconds after a sign-in, the user may sign in again from the same client network despite blocks by name.
 * At most `maxOrigins` networks of a user are stored.
 */
export const originMemory = 30 * 24 * 60 * minute;
export const maxOrigins = 20;

/**
 * Hexadecimal digits of a name's digest under which its failures are counted. They distinguish names, do not reveal the typed
 * text, which may be a password, and limit the number of rows.
 */
export const nameDigits = 5;
