import type { Caller } from '../../caller.js';
import type { FollowerState } from '../../ports/feed.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { requireAdministrator } from './requirements.js';

/** A follower of the change feed and its lag. */
export interface FollowerHealth extends Pick<FollowerState, 'name' | 'failures'> {
  /** Number of unprocessed changes. */
  readonly behind: number;
}

export interface Health {
  readonly followers: readonly FollowerHealth[];
  readonly counts: Readonly<Record<'sections' | 'subnets' | 'addresses' | 'users' | 'groups' | 'apps' | 'webhooks', number>>;
}

/**
 * Maximum count of subnets and of addresses, because counting addresses takes as long as reading them. The overview has exact
 * numbers from stored counts.
 */
export const maxCounted = 100_000;

export class HealthAdministration {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;

  constructor(readers: Readers, unitOfWork: UnitOfWork) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
  }

  /** @throws IpamError permission.denied */
  async read(caller: Caller): Promise<Health> {
    requireAdministrator(caller);
    const { feed, sections, subnets, addresses, users, groups, apps, webhooks } = this.#readers;
    const states = await this.#unitOfWork.run((repositories) => repositories.feed.followers());
    const { last } = await feed.bounds();
    return {
      followers: states.map(({ name, position, failures }) => ({ name, failures, behind: Math.max(0, last - position) })),
      counts: {
        sections: await sections.count(),
        subnets: await subnets.count({ order: { by: 'id' } }, maxCounted),
        addresses: await addresses.count({ order: 'id' }, maxCounted),
        users: (await users.list()).length,
        groups: (await groups.list()).length,
        apps: (await apps.list()).length,
        webhooks: (await webhooks.list()).length,
      },
    };
  }
}
