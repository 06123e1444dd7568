import { heldIdsOf, type SpaceRequest } from '../../domain/allocation/space-request.js';
import { confirmed, isHoldOver } from '../../domain/fields/hold.js';
import type { Network, Subnet } from '../../domain/subnet/subnet.js';
import { expiryCaller } from '../caller.js';
import { deleted, edited, lineOf, recordChange, recordConsequences } from '../changes/change-log.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { rangesOf } from './stored-ranges.js';

const some = 64;

/** Frees records with expired holds. A record is locked before the check, so that a concurrent confirmation takes precedence. */
export class ExpiredHolds {
  readonly #repositories: Repositories;
  readonly #at: string;

  constructor(repositories: Repositories, at: string) {
    this.#repositories = repositories;
    this.#at = at;
  }

  /** Frees the addresses with expired holds and returns their number. Requires the lock `change` on the subnet. */
  async inSubnet(subnetId: number): Promise<number> {
    const { addresses } = this.#repositories;
    return this.#each(
      async () => (await addresses.expiredHolds(this.#at, some, subnetId)).map(({ id }) => id),
      (id) => this.address(id),
    );
  }

  /** Frees an address if its hold has expired. Returns whether the address is free. Requires the lock `change` on the subnet. */
  async address(id: number): Promise<boolean> {
    const { addresses } = this.#repositories;
    const address = await addresses.lock(id);
    if (!address?.heldUntil || !isHoldOver(address, this.#at)) return !address;
    const { heldUntil, ip } = address;
    await recordConsequences(this.#repositories, expiryCaller, this.#at, { of: 'addressDeletion', ids: [id] });
    await addresses.delete([id], heldUntil); // free since the end of the hold, which matters for the quarantine
    const lines = [lineOf('ip', ip, null), lineOf('heldUntil', heldUntil, null)];
    await recordChange(this.#repositories, expiryCaller, this.#at, deleted('address', address, lines));
    return true;
  }

  /** Frees the direct child networks with expired holds and returns their number. Requires the lock `change` on the subnet. */
  async below(masterSubnetId: number): Promise<number> {
    const { subnets } = this.#repositories;
    return this.#each(
      () => subnets.expiredHolds(this.#at, some, masterSubnetId),
      (id) => this.network(id),
    );
  }

  /**
   * Frees a network if its hold has expired. A network in use becomes permanent instead. Returns whether the network was freed.
   * The master, if any, must be locked (change).
   */
  async network(id: number): Promise<boolean> {
    const subnet = await this.#repositories.subnets.lockIfIdle(id);
    if (!subnet?.heldUntil || !isHoldOver(subnet, this.#at)) return false;
    await this.inSubnet(id);
    await this.below(id);
    if (await this.#isUsed(subnet)) {
      await this.#confirm(subnet);
      return false;
    }
    const { subnets } = this.#repositories;
    await recordConsequences(this.#repositories, expiryCaller, this.#at, { of: 'deletion', object: 'subnet', id });
    await subnets.delete(id);
    const lines = [lineOf('heldUntil', subnet.heldUntil, null)];
    await recordChange(this.#repositories, expiryCaller, this.#at, deleted('subnet', subnet, lines));
    return true;
  }

  async freeIfExpired({ id, masterSubnetId, heldUntil }: Network): Promise<boolean> {
    if (!isHoldOver({ heldUntil }, this.#at)) return false;
    if (masterSubnetId !== null && !(await this.#repositories.subnets.lockIfIdle(masterSubnetId))) return false;
    return this.network(id);
  }

  async #isUsed({ id }: LockedSubnet): Promise<boolean> {
    const { subnets, addresses, catalog } = this.#repositories;
    if (await subnets.hasChildren(id)) return true;
    if ((await rangesOf(catalog, id)).length > 0) return true;
    for await (const _address of addresses.list({ subnetId: id, order: 'id' })) return true;
    return false;
  }

  async #confirm(subnet: Subnet): Promise<void> {
    await this.#repositories.subnets.update(subnet.id, { ...confirmed, editDate: this.#at });
    await recordChange(this.#repositories, expiryCaller, this.#at, edited('subnet', subnet, confirmed));
  }

  /** Reads and frees records until a read returns fewer records than the maximum, or none of the read records could be freed. */
  async #each(read: () => Promise<readonly number[]>, free: (id: number) => Promise<boolean>): Promise<number> {
    let freed = 0;
    for (let goesOn = true; goesOn; ) {
      const ids = (await read()).toSorted((a, b) => a - b);
      let freedNow = 0;
      for (const id of ids) if (await free(id)) freedNow++;
      freed += freedNow;
      goesOn = ids.length === some && freedNow > 0;
    }
    return freed;
  }
}

export async function heldRecordsOf(repositories: Repositories, request: SpaceRequest): Promise<number[]> {
  const ids: number[] = [];
  for (const id of heldIdsOf(request)) {
    const record = request.mask === null ? await repositories.addresses.lock(id) : await repositories.subnets.find(id);
    if (record?.heldUntil) ids.push(id);
  }
  return ids;
}

/** Frees the held records of a request, except a network in use. The subnet must be locked (change). */
export async function releaseHeld(repositories: Repositories, request: SpaceRequest, at: string): Promise<void> {
  const holds = new ExpiredHolds(repositories, at);
  for (const id of await heldRecordsOf(repositories, request)) {
    if (request.mask === null) {
      await repositories.addresses.update(id, { heldUntil: at });
      await holds.address(id);
    } else if (await repositories.subnets.lockIfIdle(id)) {
      await repositories.subnets.update(id, { heldUntil: at });
      await holds.network(id);
    }
  }
}
