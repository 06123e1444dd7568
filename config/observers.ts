import type { EndedRequest, Observer } from '../application/observer.js';
import type { Log } from '../application/ports/environment.js';

/** Enters each request in the log, when it is over. */
export const requestEntries = (log: Log): Observer => ({
  requestEnded: ({ method, route, status, milliseconds, app, user, client, requestId, traceId, isCutOff }: EndedRequest) =>
    log.info('request', {
      method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      app,
      user,
      client,
      requestId,
      traceId,
      ...(isCutOff ? { isCutOff } : {}),
    }),
});

/** One observer in the place of several. What nobody wants to know it leaves out. */
export function observeAll(observers: readonly Observer[]): Observer {
  const [first, ...others] = observers.flatMap(({ requestEnded }) => (requestEnded ? [requestEnded] : []));
  if (!first) return {};
  if (others.length === 0) return { requestEnded: first };
  return {
    requestEnded: (request) => {
      first(request);
      for (const other of others) other(request);
    },
  };
}
