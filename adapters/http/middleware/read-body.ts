import { bodyReader } from '../request/body.js';
import { mergeParameters } from '../request/query-parameters.js';
import { RequestError } from '../request/request-error.js';
import type { Step } from '../step.js';

/** Bytes that are read of a body whose sender is not known: enough to tell what is wrong with a small one first. */
const maxStrangersBytes = 16 * 1024;

const readOfKnown = bodyReader();
const readOfStranger = bodyReader(maxStrangersBytes);

/**
 * Reads the parameters: the body's win over the query's. A stranger's large body is not read at all: who sends it is told
 * that instead of what is wrong with it. @throws RequestError as bodyReader does, and the refusal that authenticate has kept
 */
export const readBody: Step = async (ctx, next) => {
  const { exchange } = ctx.state;
  const { refusal } = exchange;
  const read = exchange.isStranger ? readOfStranger : readOfKnown;
  const parameters = await read(ctx).catch((error: unknown) => {
    throw refusal && RequestError.is(error, 'request.tooLarge') ? refusal : error;
  });
  if (refusal) throw refusal;
  exchange.parameters = mergeParameters(exchange.query, parameters);
  return next();
};
