import { mayAdminister, mayExercise } from '../../../domain/access/access-policy.js';
import { refuseLosingAdministrators } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../ports/environment.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { AuditedWrites } from './audited-writes.js';
import { requireRecentAuthentication } from './recent-authentication.js';

export interface AdministrativeUnit {
  readonly repositories: Repositories;
  readonly writes: AuditedWrites;
  /** Start time, YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
}

/** Requires the right to administer. @throws IpamError permission.denied */
export function requireAdministrator(caller: Caller): void {
  if (!mayAdminister(caller)) throw new IpamError('permission.denied');
}

/** Requires the right to manage users. @throws IpamError permission.denied */
export function requireUserManager(caller: Caller): void {
  if (!mayExercise(caller, 'users')) throw new IpamError('permission.denied');
}

/** Requires the right to read the history. @throws IpamError permission.denied */
export function requireHistoryReader(caller: Caller): void {
  if (!mayExercise(caller, 'history')) throw new IpamError('permission.denied');
}

/** Runs administrative units of work. Across all processes, one runs at a time, so its reads stay valid until it ends. */
export class AdministrativeUnits {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /**
   * Like `run`, for work that creates credentials. A session needs a recent authentication.
   * @throws IpamError account.proofOutdated
   */
  runReauthenticated<T>(caller: Caller, work: (unit: AdministrativeUnit) => Promise<T>): Promise<T> {
    return this.run(caller, async (unit) => {
      await requireRecentAuthentication(unit.repositories.tokens, caller, this.#clock.now());
      return work(unit);
    });
  }

  /**
   * Runs work in a unit of work.
   * @param caller an administrator, recorded in the history; its writeOptions apply
   * @param requireRight checks the right of the caller
   * @throws IpamError permission.denied; administration.lastAdministrator if the work removes the last administrator
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
