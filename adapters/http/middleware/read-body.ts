import { readBodyParameters } from '../request/body.js';
import { mergeParameters } from '../request/query-parameters.js';
import type { Step } from '../step.js';

/** Reads the parameters: the body's win over the query's. */
export const readBody: Step = async (ctx, next) => {
  const { exchange } = ctx.state;
  exchange.parameters = mergeParameters(exchange.query, await readBodyParameters(ctx.req));
  return next();
};
