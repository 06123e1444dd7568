import { mayAdminister, mayExercise } from '../../../domain/access/access-policy.js';
import { refuseLosingAdministrators } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../ports/environment.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { AuditedWrites } from './audited-writes.js';

/** What a unit of work of administrators is given. */
export interface AdministrativeUnit {
  readonly repositories: Repositories;
  readonly writes: AuditedWrites;
  /** When it began, as records hold times. */
  readonly at: string;
}

/** Refuses callers who may not administer. @throws IpamError permission.denied */
export function requireAdministrator(caller: Caller): void {
  if (!mayAdminister(caller)) throw new IpamError('permission.denied');
}

/** Refuses callers who may not manage users and groups. @throws IpamError permission.denied */
export function requireUserManager(caller: Caller): void {
  if (!mayExercise(caller, 'users')) throw new IpamError('permission.denied');
}

/** Refuses callers who may not read the history of administration. @throws IpamError permission.denied */
export function requireHistoryReader(caller: Caller): void {
  if (!mayExercise(caller, 'history')) throw new IpamError('permission.denied');
}

/**
 * Units of work that change what administrators set. Only one runs at a time, in all processes together: what it has read does not
 * change before it ends.
 */
export class AdministrativeUnits {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /**
   * @param caller an administrator, whom the history names; its terms say how the work ends
   * @param requireRight refuses callers who may not do the work
   * @throws IpamError permission.denied; administration.lastAdministrator when the work takes the last administrator away
   */
  async run<T>(
    caller: Caller,
    work: (unit: AdministrativeUnit) => Promise<T>,
    requireRight: (caller: Caller) => void = requireAdministrator,
  ): Promise<T> {
    requireRight(caller);
    const at = formatTimestamp(this.#clock.now());
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      await repositories.settings.lock();
      const before = await repositories.users.list();
      const result = await work({ repositories, writes: new AuditedWrites(repositories, caller, at), at });
      refuseLosingAdministrators(before, await repositories.users.list());
      return result;
    });
  }
}
