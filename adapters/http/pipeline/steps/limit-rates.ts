import type { RateState } from '../../../../application/access/sign-in/rate-limiter.js';
import type { Caller } from '../../../../application/caller.js';
import { windowMs } from '../../../../domain/access/rate-limit.js';
import { IpamError } from '../../../../domain/errors.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { Authenticated, ServerContext, StepContext } from '../step.js';

/** Counts requests of applications and keys with limits, after authentication. @throws IpamError rate.limited */
export async function limitRates(
  { application: { rateLimiter } }: ServerContext,
  ctx: StepContext,
  sent: Authenticated,
): Promise<void> {
  if (sent.isUnauthenticated || !('sender' in sent)) return;
  const { caller } = sent.sender;
  if (rateLimiter.isLimited(caller, 'requests')) await counted(ctx, () => rateLimiter.count(caller, 'requests'));
}

/** Counts the allocations of a request. @throws IpamError rate.limited */
export async function limitAllocations(
  { application: { rateLimiter } }: ServerContext,
  ctx: StepContext,
  caller: Caller,
  parameters: RequestParameters,
): Promise<void> {
  await counted(ctx, () => rateLimiter.count(caller, 'allocations', countIn(parameters)));
}

/** Number of requested addresses. An invalid count is reported later. */
function countIn({ count }: RequestParameters): number {
  const number = typeof count === 'string' || typeof count === 'number' ? Number(count) : 1;
  return Number.isInteger(number) && number > 0 ? number : 1;
}

/** Reports the limits that apply, including an exhausted one. */
async function counted(ctx: StepContext, count: () => Promise<readonly RateState[]>): Promise<void> {
  try {
    report(ctx, await count());
  } catch (error) {
    if (IpamError.is(error, 'rate.limited')) report(ctx, [{ ...error.details, remaining: 0 }]);
    throw error;
  }
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10: lists of structured fields, one member for each limit. */
function report(ctx: StepContext, states: readonly RateState[]): void {
  for (const { name, limit, remaining, seconds } of states) {
    append(ctx, 'RateLimit-Policy', `"${name}";q=${limit};w=${windowMs / 1000}`);
    append(ctx, 'RateLimit', `"${name}";r=${remaining};t=${seconds}`);
  }
}

function append(ctx: StepContext, name: string, value: string): void {
  const present = ctx.res.getHeader(name);
  ctx.set(name, present === undefined ? value : `${present}, ${value}`);
}
