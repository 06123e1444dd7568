import type { UnstoredToken } from '../../domain/access/access-token.js';

/** Members of a token and its session that are timestamps. */
const timestamps: ReadonlySet<string> = new Set(['expires', 'created', 'lastUsed', 'proven']);

/** A token as it travels between processes. */
export const tokenText = (token: UnstoredToken): string => JSON.stringify(token);

/** The token of a text of `tokenText`. */
export const tokenIn = (text: string): UnstoredToken =>
  JSON.parse(text, (name, value) => (timestamps.has(name) ? new Date(value) : value));
