import type { RateState } from '../../../../application/access/sign-in/rate-limiter.js';
import type { Caller } from '../../../../application/caller.js';
import { windowMs } from '../../../../domain/access/rate-limit.js';
import { IpamError } from '../../../../domain/errors.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { Authenticated, ServerContext, StepContext } from '../step.js';

/** Applies the rate limits of applications and keys, after authentication. @throws IpamError rate.limited */
export async function limitRates(
  { application: { rateLimiter } }: ServerContext,
  ctx: StepContext,
  sent: Authenticated,
): Promise<void> {
  if (sent.isUnauthenticated || !('sender' in sent)) return;
  const { caller } = sent.sender;
  if (rateLimiter.isLimited(caller, 'requests')) await counted(ctx, () => rateLimiter.count(caller, 'requests'));
}

/** Applies the limits on allocations. @throws IpamError rate.limited */
export async function limitAllocations(
  { application: { rateLimiter } }: ServerContext,
  ctx: StepContext,
  caller: Caller,
  parameters: RequestParameters,
): Promise<void> {
  await counted(ctx, () => rateLimiter.count(caller, 'allocations', countIn(parameters)));
}

/** Number of requested addresses. A later step reports an invalid count. */
function countIn({ count }: RequestParameters): number {
  const number = typeof count === 'string' || typeof count === 'number' ? Number(count) : 1;
  return Number.isInteger(number) && number > 0 ? number : 1;
}

/** Adds the headers of the applied limits, also if a limit is exceeded. */
async function counted(ctx: StepContext, count: () => Promise<readonly RateState[]>): Promise<void> {
  try {
    report(ctx, await count());
  } catch (error) {
    if (IpamError.is(error, 'rate.limited')) report(ctx, [{ ...error.details, remaining: 0 }]);
    throw error;
  }
}

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers-10: structured lists with one member for each limit. */
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
