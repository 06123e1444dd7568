import type { AdministrativeRight } from '../../../domain/access/role.js';
import { refuseLosingAdministrators, type User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../ports/environment.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { AuditedWrites } from './audited-writes.js';
import { requireAdministrator, requireOwner, requireRecentAuthentication } from './requirements.js';

export interface AdministrativeUnit {
  readonly repositories: Repositories;
  readonly writes: AuditedWrites;
  /** Start time. */
  readonly now: Date;
  /** Start time, YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
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
      await requireRecentAuthentication(unit.repositories, caller, this.#clock.now());
      return work(unit);
    });
  }

  /**
   * Runs work in a unit of work.
   * @param caller an administrator, recorded in the history; its writeOptions apply
   * @param right the required right
   * @throws IpamError permission.denied; administration.lastAdministrator if the work removes the last administrator
   */
  async run<T>(caller: Caller, work: (unit: AdministrativeUnit) => Promise<T>, right?: AdministrativeRight): Promise<T> {
    requireAdministrator(caller, right);
    return runLocked(this.#unitOfWork, this.#clock, caller, async (unit) => {
      const { users } = unit.repositories;
      const before = await users.list();
      const result = await work(unit);
      refuseLosingAdministrators(before, await users.list());
      return result;
    });
  }
}

/**
 * Runs work on records of the caller, which is a user without a key.
 * @param isReauthenticated whether the work creates credentials; a session then needs a recent authentication
 * @throws IpamError permission.denied, account.proofOutdated
 */
export async function runForOwner<T>(
  unitOfWork: UnitOfWork,
  clock: Clock,
  caller: Caller,
  work: (unit: AdministrativeUnit, user: User) => Promise<T>,
  { isReauthenticated = false } = {},
): Promise<T> {
  const { id } = requireOwner(caller);
  return runLocked(unitOfWork, clock, caller, async (unit) => {
    const user = requireEnabled(await unit.repositories.users.find(id));
    if (isReauthenticated) await requireRecentAuthentication(unit.repositories, caller, unit.now);
    return work(unit, user);
  });
}

/** @throws IpamError permission.denied for a deleted or disabled user */
export function requireEnabled(user: User | undefined): User {
  if (!user || user.disabled) throw new IpamError('permission.denied');
  return user;
}

/** Runs work while administrative records, including users, are locked. */
function runLocked<T>(
  unitOfWork: UnitOfWork,
  clock: Clock,
  caller: Caller,
  work: (unit: AdministrativeUnit) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const at = formatTimestamp(now);
  return runFor(unitOfWork, caller, async (repositories) => {
    await repositories.settings.lock();
    return work({ repositories, writes: new AuditedWrites(repositories, caller, at), now, at });
  });
}
