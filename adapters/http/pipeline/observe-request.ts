import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Observer } from '../../../application/ports/observer.js';
import { type Exchange, onExchangeEnd } from './exchange.js';

/** Reports a request to an observer when it is over. */
export function observeRequest(observer: Observer, exchange: Exchange, request: IncomingMessage, response: ServerResponse): void {
  onExchangeEnd(request, response, () => reportEnd(observer, exchange, request, response));
}

function reportEnd(observer: Observer, exchange: Exchange, { method = '' }: IncomingMessage, response: ServerResponse): void {
  const {
    started,
    report: { route, app, user, isDefect, isStream },
    client,
    requestId,
    trace,
  } = exchange;
  observer.requestEnded?.({
    method,
    route,
    status: response.statusCode,
    milliseconds: performance.now() - started,
    app,
    user,
    client: client.address,
    requestId,
    traceId: trace?.traceId,
    traceparent: trace?.traceparent,
    isCutOff: !response.writableFinished,
    isDefect,
    isStream,
  });
}
