import { IpamError } from '../errors.js';
import { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';

/** Counters of sign-in attempts from one client network, or under one user name. */
export interface SignInAttempts {
  readonly failures: number;
  readonly lastFailure: Date;
  readonly pending: number;
  readonly lastBegun: Date;
  /** Empty if a successful sign-in does not reset failures. */
  readonly failuresByName: Readonly<Record<string, number>>;
}

export const noAttempts: SignInAttempts = {
  failures: 0,
  lastFailure: new Date(0),
  pending: 0,
  lastBegun: new Date(0),
  failuresByName: {},
};

/** Times are in milliseconds. */
export interface SignInRule {
  /** Number of failures without a delay. */
  readonly tolerated: number;
  /** Time after the last failure until the failures expire. */
  readonly memory: number;
  /** Delay after a failure. @param excess number of failures above `tolerated`, from 1 */
  readonly delayAfter: (excess: number) => number;
  /** Whether a successful sign-in resets earlier failures under its user name. */
  readonly forgives: boolean;
}

const second = 1000;
const minute = 60 * second;

/** Duration of a client's block after its last failure. */
export const blockMinutes = 5;

/** A client with too many failures is blocked until the failures expire. */
export const clientRule: SignInRule = {
  tolerated: 10,
  memory: blockMinutes * minute,
  delayAfter: () => blockMinutes * minute,
  forgives: true,
};

const longestDelay = 5 * minute;

/**
 * After too many failures under one user name, from any client, each failure causes a delay. The first delay is one second.
 * Each delay is twice the previous one, at most five minutes. A single client causes only the first delay, because the client
 * itself is then blocked.
 * Failures expire after an hour. If they expired sooner, attackers could wait for the expiry and avoid the longest delays.
 * A successful sign-in does not reset failures, because other clients would profit from the reset.
 */
export const nameRule: SignInRule = {
  tolerated: 10,
  memory: 60 * minute,
  delayAfter: (excess) => Math.min(second * 2 ** (excess - 1), longestDelay),
  forgives: false,
};

/** A running attempt that began longer ago counts as abandoned, because its process has ended. In milliseconds. */
const pendingMemory = minute;

/** `busy`: the verdict depends on running attempts; blockedFor: milliseconds until the next attempt. */
export type SignInVerdict = 'free' | 'busy' | { readonly blockedFor: number };

/** Whether another attempt may begin. Running attempts never exceed the number of failures left before a block. */
export function verdictOn(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInVerdict {
  const { failures, lastFailure, pending } = activeFailures(rule, attempts, now);
  if (failures <= rule.tolerated) return failures + pending <= rule.tolerated ? 'free' : 'busy';
  const left = lastFailure.getTime() + rule.delayAfter(failures - rule.tolerated) - now.getTime();
  if (left > 0) return { blockedFor: left };
  return pending === 0 ? 'free' : 'busy';
}

/** False while the verdict depends on running attempts. @throws IpamError signIn.blocked (client), signIn.nameBlocked (name) */
export function mayBegin(rule: SignInRule, attempts: SignInAttempts, now: Date): boolean {
  const verdict = verdictOn(rule, attempts, now);
  if (typeof verdict !== 'object') return verdict === 'free';
  if (rule === clientRule) throw new IpamError('signIn.blocked', { minutes: blockMinutes });
  throw new IpamError('signIn.nameBlocked', { seconds: Math.ceil(verdict.blockedFor / second) });
}

/** Maximum number of parallel attempts of a client. More attempts could exceed the failures that cause a block. */
export const maxAttemptsAtOnce = clientRule.tolerated + 1;

export function withBegun(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInAttempts {
  const counting = activeFailures(rule, attempts, now);
  return { ...counting, pending: counting.pending + 1, lastBegun: now };
}

/** Removes a running attempt that ended before the password check. */
export function withAbandoned(rule: SignInRule, attempts: SignInAttempts, now: Date): SignInAttempts {
  const counting = activeFailures(rule, attempts, now);
  return { ...counting, pending: Math.max(0, counting.pending - 1) };
}

/** Records a running attempt as failed. @param name normalized form of the user name */
export function withFailed(rule: SignInRule, attempts: SignInAttempts, now: Date, name: string): SignInAttempts {
  const { failures, failuresByName, ...rest } = withAbandoned(rule, attempts, now);
  const byName = rule.forgives ? { ...failuresByName, [name]: (failuresByName[name] ?? 0) + 1 } : {};
  return { ...rest, failures: failures + 1, lastFailure: now, failuresByName: byName };
}

/** Removes a successful attempt. Failures under other names remain: a client with one valid password may guess others. */
export function withSucceeded(rule: SignInRule, attempts: SignInAttempts, now: Date, name: string): SignInAttempts {
  const { failures, failuresByName, ...rest } = withAbandoned(rule, attempts, now);
  const { [name]: forgiven = 0, ...others } = failuresByName;
  return rule.forgives
    ? { ...rest, failures: Math.max(0, failures - forgiven), failuresByName: others }
    : { ...rest, failures, failuresByName };
}

/** Combines two counters of the same client or name: the higher numbers and the later times. */
export function combinedAttempts(one: SignInAttempts, other: SignInAttempts): SignInAttempts {
  const later = (a: Date, b: Date): Date => (a > b ? a : b);
  const names = Object.keys({ ...one.failuresByName, ...other.failuresByName });
  const failuresOf = (name: string): number => Math.max(one.failuresByName[name] ?? 0, other.failuresByName[name] ?? 0);
  return {
    failures: Math.max(one.failures, other.failures),
    lastFailure: later(one.lastFailure, other.lastFailure),
    pending: Math.max(one.pending, other.pending),
    lastBegun: later(one.lastBegun, other.lastBegun),
    failuresByName: Object.fromEntries(names.map((name) => [name, failuresOf(name)])),
  };
}

/** Lifts a block. Running attempts remain. */
export const withoutFailures = (attempts: SignInAttempts): SignInAttempts => ({
  ...attempts,
  failures: 0,
  lastFailure: new Date(0),
  failuresByName: {},
});

export const beginsBlock = (rule: SignInRule, { failures }: SignInAttempts): boolean => failures === rule.tolerated + 1;

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
 * For this time in milliseconds after a sign-in, blocks of the user name do not affect the same client network. The service
 * stores up to `maxOrigins` networks per user.
 */
export const originMemory = 30 * 24 * 60 * minute;
export const maxOrigins = 20;

/** Hex digits of the name digest in failure counters. Few digits do not reveal the typed name, which may be a mistyped password. */
export const nameDigits = 5;

/** Internet providers assign at least a /64 to each customer. */
const clientPrefixLength = 64;

/** The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address. Returns other texts unchanged. */
export function clientNetworkOf(clientAddress: string): string {
  const address = IpAddress.read(clientAddress);
  return address?.family === 6 ? String(Prefix.containing(address, clientPrefixLength)) : clientAddress;
}
