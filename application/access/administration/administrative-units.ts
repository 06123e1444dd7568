import { mayAdminister, mayExercise } from '../../../domain/access/access-policy.js';
import { refuseLosingAdministrators } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../ports/environment.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { AuditedWrites } from './audited-writes.js';
import { requireFreshProof } from './fresh-proof.js';

/** The context of a unit of work of administration. */
export interface AdministrativeUnit {
  readonly repositories: Repositories;
  readonly writes: AuditedWrites;
  /** Time of its beginning, YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
}

/** @throws IpamError permission.denied for callers without the right to administer */
export function requireAdministrator(caller: Caller): void {
  if (!mayAdminister(caller)) throw new IpamError('permission.denied');
}

/** Refuses callers without the right to users. @throws IpamError permission.denied */
export function requireUserManager(caller: Caller): void {
  if (!mayExercise(caller, 'users')) throw new IpamError('permission.denied');
}

/** Refuses callers without the right to the history. @throws IpamError permission.denied */
export function requireHistoryReader(caller: Caller): void {
  if (!mayExercise(caller, 'history')) throw new IpamError('permission.denied');
}

/** Units of work of administration. Only one runs at a time across all processes, so its reads stay valid until it ends. */
export class AdministrativeUnits {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /**
   * Runs work that gives access to the service, as `run`. A session needs a fresh proof of its user.
   * @throws IpamError account.proofOutdated
   */
  runProven<T>(caller: Caller, work: (unit: AdministrativeUnit) => Promise<T>): Promise<T> {
    return this.run(caller, async (unit) => {
      await requireFreshProof(unit.repositories.tokens, caller, this.#clock.now());
      return work(unit);
    });
  }

  /**
   * @param caller an administrator; recorded in the history; the work ends by the terms of this caller
   * @param requireRight refuses callers without the right to the work
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
