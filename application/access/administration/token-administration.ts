import { type AccessToken, isExpired, publicDigest, publicDigestLength } from '../../../domain/access/access-token.js';
import type { User } from '../../../domain/access/user.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../ports/environment.js';
import type { Readers } from '../../ports/unit-of-work.js';
import type { AdministrativeUnit, AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator, requireKnown } from './requirements.js';

/** A token without its secret. The public part of the digest identifies it. */
export interface ListedToken {
  readonly id: string;
  readonly user: string;
  /** YYYY-MM-DD HH:MM:SS in UTC, like the other timestamps. */
  readonly expires: string;
  /** null for tokens of earlier versions. This also applies to the following members. */
  readonly method: string | null;
  readonly clientAddress: string | null;
  readonly userAgent: string;
  readonly created: string | null;
  readonly lastUsed: string | null;
}

export class TokenAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;
  readonly #clock: Clock;

  constructor(readers: Readers, units: AdministrativeUnits, clock: Clock) {
    this.#readers = readers;
    this.#units = units;
    this.#clock = clock;
  }

  /** The valid tokens, by user, then by expiry. @throws IpamError administration.unknown */
  async list(caller: Caller, username?: string): Promise<ListedToken[]> {
    requireAdministrator(caller);
    const { users, tokens } = this.#readers;
    const all = await users.list();
    const owner = username === undefined ? undefined : requireKnown(await users.findByName(username), 'user', username);
    const valid = (await tokens.list()).filter((token) => !isExpired(token, this.#clock.now()));
    return valid.filter(({ userId }) => !owner || userId === owner.id).map((token) => listedToken(token, all));
  }

  /** @throws IpamError administration.unknown */
  remove(caller: Caller, id: string): Promise<ListedToken[]> {
    return this.#units.run(caller, async (unit) => {
      const found = (await unit.repositories.tokens.list()).filter((token) => isCalled(token, id));
      requireKnown(found[0], 'token', id);
      return end(unit, found);
    });
  }

  /** @throws IpamError administration.unknown */
  removeAllOf(caller: Caller, username: string): Promise<ListedToken[]> {
    return this.#units.run(caller, async (unit) => {
      const { users, tokens } = unit.repositories;
      const { id } = requireKnown(await users.findByName(username), 'user', username);
      const owned = (await tokens.list()).filter(({ userId }) => userId === id);
      return end(unit, owned);
    });
  }
}

/** @returns the revoked tokens */
async function end({ repositories, writes }: AdministrativeUnit, tokens: readonly AccessToken[]): Promise<ListedToken[]> {
  const users = await repositories.users.list();
  for (const user of users) {
    const userTokens = tokens.filter(({ userId }) => userId === user.id);
    if (userTokens.length > 0) await writes.deleteTokens(user, userTokens);
  }
  return tokens.map((token) => listedToken(token, users));
}

const isCalled = ({ digest }: AccessToken, id: string): boolean => id.length >= publicDigestLength && digest.startsWith(id);

/** Converts a token for its owner and administrators. @param users must include the owner */
export const listedToken = (token: AccessToken, users: readonly Pick<User, 'id' | 'username'>[]): ListedToken => ({
  id: publicDigest(token),
  user: users.find(({ id }) => id === token.userId)?.username ?? '',
  expires: formatTimestamp(token.expires),
  method: token.session?.method ?? null,
  clientAddress: token.session?.clientAddress ?? null,
  userAgent: token.session?.userAgent ?? '',
  created: token.session ? formatTimestamp(token.session.created) : null,
  lastUsed: token.session ? formatTimestamp(token.session.lastUsed) : null,
});
