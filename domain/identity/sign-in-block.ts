/** Failed sign-ins of one client address. */
export interface SignInFailures {
  readonly count: number;
  readonly last: Date;
}

/** How long a block lasts after the last failure, in minutes. */
export const blockMinutes = 5;

/** More failures than this within the block time block a client address. */
const toleratedFailures = 10;

/** Whether failures still count: the last is not longer ago than a block lasts. */
export const areRecent = (failures: SignInFailures, now: Date): boolean =>
  now.getTime() - failures.last.getTime() < blockMinutes * 60_000;

/** Whether a client address may not authenticate now. */
export const isBlocked = (failures: SignInFailures | undefined, now: Date): boolean =>
  failures !== undefined && failures.count > toleratedFailures && areRecent(failures, now);
