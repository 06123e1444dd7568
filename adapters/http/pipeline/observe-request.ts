import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Observer } from '../../../application/ports/observer.js';
import { type Exchange, onExchangeEnd } from './exchange.js';

/** Has an observer told of a request when it is over. */
export function observeRequest(observer: Observer, exchange: Exchange, request: IncomingMessage, response: ServerResponse): void {
  onExchangeEnd(request, response, () => report(observer, exchange, request, response));
}

function report(observer: Observer, exchange: Exchange, { method = '' }: IncomingMessage, response: ServerResponse): void {
  const { route, started, app, caller, client, requestId, trace, isDefect = false, isStream = false } = exchange;
  observer.requestEnded?.({
    method,
    route,
    status: response.statusCode,
    milliseconds: performance.now() - started,
    app: app?.id,
    user: caller?.user?.username,
    client: client.address,
    requestId,
    traceId: trace?.traceId,
    traceparent: trace?.traceparent,
    isCutOff: !response.writableFinished,
    isDefect,
    isStream,
  });
}
