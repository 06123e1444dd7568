import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a client, or a proxy before the service, may call a request: it stands in answers and logs as it came. */
const saneId = /^[\w.:/+=@-]{1,128}$/;

/** How a request is called: as its `X-Request-Id` says where that is sane, else by a new name. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && saneId.test(given) ? given : randomUUID();
}

/** The trace that a request is part of. */
export interface Trace {
  readonly traceId: string;
  /** The header as it came. */
  readonly traceparent: string;
}

/** As W3C Trace Context has it: version, trace, span of the client, flags. Later versions may have more behind these. */
const traceparentForm = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.{1,200})?$/;

/** The trace that `traceparent` names; undefined where there is none, or none that can be read. */
export function traceOf({ traceparent }: IncomingHttpHeaders): Trace | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId, further] = traceparentForm.exec(traceparent) ?? [];
  const isSound = traceId !== undefined && (further === undefined || !traceparent.startsWith('00'));
  return isSound ? { traceId, traceparent } : undefined;
}
