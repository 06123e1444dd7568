import type { Log } from '../../application/ports/environment.js';
import type { EndedRequest, Observer } from '../../application/ports/observer.js';

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
      isCutOff: isCutOff || undefined,
    }),
});

/** Combines observers. If no observer has a method for an event, the method is undefined. */
export function observeAll(observers: readonly Observer[]): Observer {
  return {
    requestEnded: all(observers.map(({ requestEnded }) => requestEnded)),
    batchEnded: all(observers.map(({ batchEnded }) => batchEnded)),
    allocated: all(observers.map(({ allocated }) => allocated)),
    retried: all(observers.map(({ retried }) => retried)),
    unitOfWorkEnded: all(observers.map(({ unitOfWorkEnded }) => unitOfWorkEnded)),
    gapsGathered: all(observers.map(({ gapsGathered }) => gapsGathered)),
    signInBlocked: all(observers.map(({ signInBlocked }) => signInBlocked)),
    hostsProbed: all(observers.map(({ hostsProbed }) => hostsProbed)),
    scanEnded: all(observers.map(({ scanEnded }) => scanEnded)),
    scanFailed: all(observers.map(({ scanFailed }) => scanFailed)),
    mailSent: all(observers.map(({ mailSent }) => mailSent)),
    mailFailed: all(observers.map(({ mailFailed }) => mailFailed)),
    statementEnded: all(observers.map(({ statementEnded }) => statementEnded)),
  };
}

type ObserverMethod<Facts extends unknown[]> = (...facts: Facts) => void;

function all<Facts extends unknown[]>(input: readonly (ObserverMethod<Facts> | undefined)[]): ObserverMethod<Facts> | undefined {
  const [first, ...others] = input.filter((observer) => observer !== undefined);
  if (others.length === 0) return first;
  return (...facts) => {
    first?.(...facts);
    for (const other of others) other(...facts);
  };
}
