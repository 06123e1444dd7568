import type { IncomingMessage } from 'node:http';
import type { KeyAudience } from '../../../../domain/access/access-key.js';

const audiences = new WeakMap<IncomingMessage, KeyAudience>();

/** Marks a request that another interface of this process passes on: it may use keys of this interface. Clients cannot do so. */
export function markAudience(request: IncomingMessage, audience: KeyAudience): void {
  audiences.set(request, audience);
}

/** The interface that received a request; null: the REST interface. */
export const audienceOf = (request: IncomingMessage): KeyAudience | null => audiences.get(request) ?? null;
