import { IpamError } from '../errors.js';

/** Attempts to sign in that count together: those from one client network, or those under one user name. */
export interface SignInAttempts {
  readonly failures: number;
  readonly lastFailure: Date;
  /** Attempts under way: each may turn out to be a failure. */
  readonly pending: number;
  readonly lastBegun: Date;
  /** How many of the failures were under which user name; none where no good sign-in forgives failures. */
  readonly failuresByName: Readonly<Record<string, number>>;
}

export const noAttempts: SignInAttempts = {
  failures: 0,
  lastFailure: new Date(0),
  pending: 0,
  lastBegun: new Date(0),
  failuresByName: {},
};

/** How failures of one sort are dealt with. Times are in milliseconds. */
export interface SignInRule {
  /** So many failures do no harm. */
  readonly tolerated: number;
  /** How long failures count after the last one. */
  readonly memory: number;
  /** How long nobody may try after a failure. @param excess how many failures more than are tolerated, from 1 */
  readonly delayAfter: (excess: number) => number;
  /** Whether a good sign-in wipes out the failures before it that were under its own name. */
  readonly forgives: boolean;
}

const second = 1000;
const minute = 60 * second;

/** How long a client's block lasts after the last failure, in minutes. */
export const blockMinutes = 5;

/** A client that failed too often is blocked until its failures count no more. */
export const clientRule: SignInRule = {
  tolerated: 10,
  memory: blockMinutes * minute,
  delayAfter: () => blockMinutes * minute,
  forgives: true,
};

const longestDelay = 5 * minute;

/**
 * When too many sign-ins under a name have failed, from any clients, a pause follows each failure. The first pause is one second,
 * each later one twice as long. One client alone causes no longer pause than a second, as it is then blocked itself.
 *
 * Failures count for an hour. If they counted for a shorter time, somebody who waits until they are forgotten could try more often
 * than somebody who tries after each of the longest pauses. A good sign-in does not remove them: others would profit from it.
 */
export const nameRule: SignInRule = {
  tolerated: 10,
  memory: 60 * minute,
  delayAfter: (excess) => Math.min(second * 2 ** (excess - 1), longestDelay),
  forgives: false,
};

/** An attempt under way for longer than this was given up: its process has died. */
const pendingMemory = minute;

/** How long it is until somebody may try again; 'busy' when that depends on attempts under way. */
export type SignInVerdict = 'free' | 'busy' | { readonly blockedFor: number };

/** Whether one more attempt may begin. No more may be under way than could fail without a block. */
export function verdictOn(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInVerdict {
  const { failures, lastFailure, pending } = activeFailures(rule, attempts, now);
  if (failures <= rule.tolerated) return failures + pending <= rule.tolerated ? 'free' : 'busy';
  const left = lastFailure.getTime() + rule.delayAfter(failures - rule.tolerated) - now.getTime();
  if (left > 0) return { blockedFor: left };
  return pending === 0 ? 'free' : 'busy';
}

/**
 * Whether one more attempt may begin now; not while others under way decide on it.
 * @throws IpamError signIn.blocked for a client, signIn.nameBlocked for a user name
 */
export function mayBegin(rule: SignInRule, attempts: SignInAttempts, now: Date): boolean {
  const verdict = verdictOn(rule, attempts, now);
  if (typeof verdict !== 'object') return verdict === 'free';
  if (rule === clientRule) throw new IpamError('signIn.blocked', { minutes: blockMinutes });
  throw new IpamError('signIn.nameBlocked', { seconds: Math.ceil(verdict.blockedFor / second) });
}

/** How many attempts of one client can be under way at a time: more could not fail without a block. */
export const maxAttemptsAtOnce = clientRule.tolerated + 1;

/** With one more attempt under way. */
export function withBegun(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInAttempts {
  const counting = activeFailures(rule, attempts, now);
  return { ...counting, pending: counting.pending + 1, lastBegun: now };
}

/** When an attempt under way was given up before its password was looked at. */
export function withAbandoned(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInAttempts {
  const counting = activeFailures(rule, attempts, now);
  return { ...counting, pending: Math.max(0, counting.pending - 1) };
}

/** When an attempt under way has failed. @param name what the user name is counted by */
export function withFailed(rule: SignInRule, attempts: SignInAttempts, now: Date, name: string): SignInAttempts {
  const { failures, failuresByName, ...rest } = withAbandoned(rule, attempts, now);
  const named = rule.forgives ? { ...failuresByName, [name]: (failuresByName[name] ?? 0) + 1 } : {};
  return { ...rest, failures: failures + 1, lastFailure: now, failuresByName: named };
}

/** When an attempt under way was a good one. Failures under other names stay: who knows one password may guess others. */
export function withSucceeded(rule: SignInRule, attempts: SignInAttempts, now: Date, name: string): SignInAttempts {
  const { failures, failuresByName, ...rest } = withAbandoned(rule, attempts, now);
  const { [name]: forgiven = 0, ...others } = failuresByName;
  return rule.forgives
    ? { ...rest, failures: Math.max(0, failures - forgiven), failuresByName: others }
    : { ...rest, failures, failuresByName };
}

/** When somebody is let in who was blocked: failures are forgotten, attempts under way are not. */
export const withoutFailures = (attempts: SignInAttempts): SignInAttempts => ({
  ...attempts,
  failures: 0,
  lastFailure: new Date(0),
  failuresByName: {},
});

/** Whether the last failure is the one with which a block began. */
export const beginsBlock = (rule: SignInRule, { failures }: SignInAttempts): boolean => failures === rule.tolerated + 1;

/** From when on attempts count no more; undefined when there are none. */
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
 * A user who signed in from a client network within this time, in milliseconds, is let in from there whatever happens elsewhere;
 * so many networks of a user are remembered.
 */
export const originMemory = 30 * 24 * 60 * minute;
export const maxOrigins = 20;

/**
 * Names are counted by this many hexadecimal digits of their digest: enough to keep them apart, too few to tell what was
 * typed, which may have been a password, and no more rows than there are such numbers.
 */
export const nameDigits = 5;
