import type { Caller } from '../../caller.js';
import type { FollowerState } from '../../ports/feed.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { requireAdministrator } from './administrative-units.js';

/** What is fed from the history of changes, and how far behind it is. */
export interface FollowerHealth extends Pick<FollowerState, 'name' | 'failures'> {
  /** Changes that it has not been told of. */
  readonly behind: number;
}

/** How the service is, as far as its storage tells. */
export interface Health {
  readonly followers: readonly FollowerHealth[];
  /** How many there are of each; of subnets and addresses no more than `maxCounted` are counted. */
  readonly counts: Readonly<Record<'sections' | 'subnets' | 'addresses' | 'users' | 'groups' | 'apps' | 'webhooks', number>>;
}

/** To count a million addresses would take as long as to read them, for a figure that the overview tells by what is kept. */
export const maxCounted = 100_000;

/** Tells administrators how the service is. */
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
