import type { SecondFactor } from '../../../domain/access/second-factor.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator } from './requirements.js';
import { person } from './user-administration.js';

/** A factor without its secret. Timestamps are YYYY-MM-DD HH:MM:SS in UTC. */
export interface ListedFactor extends Pick<SecondFactor, 'id' | 'type' | 'name'> {
  readonly created: string;
  readonly lastUsed: string | null;
}

export const listedFactor = ({ id, type, name, created, lastUsed }: SecondFactor): ListedFactor => ({
  ...{ id, type, name },
  created: formatTimestamp(created),
  lastUsed: lastUsed && formatTimestamp(lastUsed),
});

export class FactorAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  /** The factors of a user, oldest first. @throws IpamError administration.unknown */
  async list(caller: Caller, username: string): Promise<ListedFactor[]> {
    requireAdministrator(caller);
    const { id } = await person(this.#readers, username);
    return (await this.#readers.secondFactors.list(id)).filter(({ isConfirmed }) => isConfirmed).map(listedFactor);
  }

  /**
   * Removes all factors and recovery codes of another user. Own factors are removed in OwnAccount, which requires a
   * reauthentication.
   * @returns the factors
   * @throws IpamError administration.unknown, permission.denied for own factors
   */
  reset(caller: Caller, username: string): Promise<ListedFactor[]> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const user = await person(repositories, username);
      if (user.id === caller.user?.id) throw new IpamError('permission.denied');
      const all = await repositories.secondFactors.list(user.id);
      await writes.deleteFactors(user, all);
      return all.filter(({ isConfirmed }) => isConfirmed).map(listedFactor);
    });
  }
}
