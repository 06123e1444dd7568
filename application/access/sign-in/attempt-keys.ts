import { nameDigits } from '../../../domain/access/sign-in-block.js';
import { normalizeUsername } from '../../../domain/access/user.js';
import type { TokenSource } from '../../ports/environment.js';

/** The counter key of a user name: the first digits of its digest. It does not reveal the typed text. */
export const countedName = (username: string, tokens: TokenSource): string =>
  tokens.digest(normalizeUsername(username)).slice(0, nameDigits);

export const nameKey = (name: string): string => `name ${name}`;
export const clientKey = (client: string): string => `client ${client}`;

/** The client network of a counter key; null for a user name. */
export const clientIn = (key: string): string | null => /^client (.*)$/s.exec(key)?.[1] ?? null;
