import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '../request/announced-body.js';
import { bodyReader, maxBodyBytes } from '../request/body.js';
import { mergeParameters } from '../request/query-parameters.js';
import { RequestError } from '../request/request-error.js';
import { maxBulkElements } from '../request/size-limits.js';
import { onExchangeEnd } from '../server/exchange.js';
import type { ServerContext, Step } from '../server/step.js';

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
    if (hasBody(ctx.req)) bodies.begin(exchange.client.network, ctx.req, ctx.res);
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

/** The part of all requests under way that may be those of one client whose bodies are still coming. */
const shareOfOneClient = 1 / 4;

/** The bodies that are being waited for, by client: who sends slowly keeps a part of the places only. */
class BodiesUnderWay {
  readonly #max: number;
  readonly #byClient = new Map<string, number>();

  constructor(maxRequests: number) {
    this.#max = Math.max(Math.floor(maxRequests * shareOfOneClient), 1);
  }

  /**
   * Counts a request until its body is there, or nobody wants it any more.
   * @param client what counts as one client
   * @throws RequestError request.tooMany
   */
  begin(client: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.complete) return;
    const count = this.#byClient.get(client) ?? 0;
    if (count >= this.#max) throw new RequestError('request.tooMany');
    this.#byClient.set(client, count + 1);
    let isOpen = true;
    const end = (): void => {
      if (isOpen) this.#end(client);
      isOpen = false;
    };
    request.once('end', end);
    onExchangeEnd(request, response, end);
  }

  #end(client: string): void {
    const count = (this.#byClient.get(client) ?? 0) - 1;
    if (count > 0) this.#byClient.set(client, count);
    else this.#byClient.delete(client);
  }
}
