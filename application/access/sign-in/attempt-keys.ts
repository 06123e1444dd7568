import { nameDigits } from '../../../domain/access/sign-in-block.js';
import { normalizeUsername } from '../../../domain/access/user.js';
import type { TokenSource } from '../../ports/environment.js';

/** What failures under a user name are counted by: the beginning of its digest, which does not tell what was typed. */
export const countedName = (username: string, tokens: TokenSource): string =>
  tokens.digest(normalizeUsername(username)).slice(0, nameDigits);

/** The keys under which attempts are counted. */
export const nameKey = (name: string): string => `name ${name}`;
export const clientKey = (client: string): string => `client ${client}`;

/** The client network that a key counts for; null where it counts for a user name. */
export const clientIn = (key: string): string | null => /^client (.*)$/s.exec(key)?.[1] ?? null;
