import type { UnstoredToken } from '../../domain/access/access-token.js';

const timestamps: ReadonlySet<string> = new Set(['expires', 'created', 'lastUsed', 'proven']);

export const tokenText = (token: UnstoredToken): string => JSON.stringify(token);

export const tokenIn = (text: string): UnstoredToken =>
  JSON.parse(text, (name, value) => (timestamps.has(name) ? new Date(value) : value));
