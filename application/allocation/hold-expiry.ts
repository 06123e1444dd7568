import { formatTimestamp } from '../../domain/scalar-text.js';
import { ExpiredHolds } from '../inventory/expired-holds.js';
import { lockSubnets } from '../inventory/row-locks.js';
import type { Clock } from '../ports/environment.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';

const atOnce = 256;

/** Frees expired holds periodically, independent of requests. */
export class HoldExpiry {
  readonly #readers: Pick<Readers, 'addresses' | 'subnets'>;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Pick<Readers, 'addresses' | 'subnets'>, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Uses a unit of work per subnet. @returns the number of freed addresses and networks */
  async sweep(): Promise<number> {
    const at = formatTimestamp(this.#clock.now());
    const held = await this.#readers.addresses.expiredHolds(at, atOnce);
    let freed = 0;
    for (const id of new Set(held.map(({ subnetId }) => subnetId))) freed += await this.freeIn(id);
    for (const id of await this.#readers.subnets.expiredHolds(at, atOnce)) freed += await this.#freeNetwork(id, at);
    return freed;
  }

  /** @returns the number of freed addresses */
  async freeIn(subnetId: number): Promise<number> {
    const at = formatTimestamp(this.#clock.now());
    return this.#unitOfWork.run(async (repositories) =>
      (await repositories.subnets.lock(subnetId, 'change')) ? new ExpiredHolds(repositories, at).inSubnet(subnetId) : 0,
    );
  }

  /** @returns the number of freed networks */
  async freeBelow(subnetId: number): Promise<number> {
    const at = formatTimestamp(this.#clock.now());
    return this.#unitOfWork.run(async (repositories) =>
      (await repositories.subnets.lock(subnetId, 'change')) ? new ExpiredHolds(repositories, at).below(subnetId) : 0,
    );
  }

  #freeNetwork(id: number, at: string): Promise<number> {
    return this.#unitOfWork.run(async (repositories) => {
      const masterId = (await repositories.subnets.find(id))?.masterSubnetId ?? null;
      const held = await lockSubnets(repositories, masterId === null ? [id] : [masterId, id]);
      if (held.get(id)?.masterSubnetId !== masterId) return 0; // moved or deleted concurrently
      return (await new ExpiredHolds(repositories, at).network(id)) ? 1 : 0;
    });
  }
}
