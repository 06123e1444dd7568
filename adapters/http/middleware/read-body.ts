import { bodyReader, maxBodyBytes } from '../request/body.js';
import { mergeParameters } from '../request/query-parameters.js';
import { RequestError } from '../request/request-error.js';
import { maxBulkElements } from '../request/size-limits.js';
import { BodiesUnderWay } from '../server/bodies-under-way.js';
import type { ServerContext, Step } from '../server/step.js';
import { hasBody } from '../unread-body.js';

/** Bytes that are read of a body whose sender is not known: enough to tell what is wrong with a small one first. */
const maxStrangersBytes = 16 * 1024;

const readOfKnown = bodyReader();
const readOfMany = bodyReader(maxBodyBytes, maxBulkElements);
const readOfStranger = bodyReader(maxStrangersBytes);

/**
 * Reads the parameters: the body's win over the query's. A stranger's large body is not read at all: who sends it is told
 * that instead of what is wrong with it. @throws RequestError request.tooMany, what bodyReader throws, and the refusal that
 * authenticate has kept
 */
export function readBody({ maxRequests }: Pick<ServerContext, 'maxRequests'>): Step {
  const bodies = new BodiesUnderWay(maxRequests);
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    const { refusal } = exchange;
    if (hasBody(ctx.req)) bodies.begin(exchange.client.address, ctx.req, ctx.res);
    const readWhole = exchange.ids[0] === 'bulk' ? readOfMany : readOfKnown;
    const read = exchange.isStranger ? readOfStranger : readWhole;
    const parameters = await read(ctx).catch((error: unknown) => {
      throw refusal && RequestError.is(error, 'request.tooLarge') ? refusal : error;
    });
    if (refusal) throw refusal;
    exchange.parameters = mergeParameters(exchange.query, parameters);
    return next();
  };
}
