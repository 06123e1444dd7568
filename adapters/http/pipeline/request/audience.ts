import type { IncomingMessage } from 'node:http';
import type { KeyAudience } from '../../../../domain/access/access-key.js';

const audiences = new WeakMap<IncomingMessage, KeyAudience>();

/**
 * Marks a request that another interface of this process forwards. It may use keys of that interface. Clients cannot set the
 * mark.
 */
export function markAudience(request: IncomingMessage, audience: KeyAudience): void {
  audiences.set(request, audience);
}

/** Returns the interface that received a request; null for the REST interface. */
export const audienceOf = (request: IncomingMessage): KeyAudience | null => audiences.get(request) ?? null;
