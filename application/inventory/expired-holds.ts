import { addressFields } from '../../domain/address/address.js';
import { confirmed, isHoldOver } from '../../domain/fields/hold.js';
import { type Network, type Subnet, subnetFields } from '../../domain/subnet/subnet.js';
import { expiryCaller } from '../caller.js';
import { lineOf, recordChange, recordConsequences, valuesOfDeleted, valuesOfEdit } from '../changes/change-log.js';
import type { LockedSubnet } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';

/** How many expired holds are read at a time. */
const some = 64;

/**
 * Frees what is held no longer, within the unit of work of whoever needs the place. Each record is locked before it is looked
 * at: one that is being confirmed stays.
 */
export class ExpiredHolds {
  readonly #repositories: Repositories;
  readonly #at: string;

  /** @param at now, as records hold times */
  constructor(repositories: Repositories, at: string) {
    this.#repositories = repositories;
    this.#at = at;
  }

  /** Frees the addresses of a subnet, which is locked (change), whose holds have expired. @returns how many */
  async inSubnet(subnetId: number): Promise<number> {
    const { addresses } = this.#repositories;
    return this.#each(
      async () => (await addresses.expiredHolds(this.#at, some, subnetId)).map(({ id }) => id),
      (id) => this.address(id),
    );
  }

  /** Frees an address of a subnet which is locked (change), if its hold has expired. @returns whether it is free now */
  async address(id: number): Promise<boolean> {
    const { addresses } = this.#repositories;
    const address = await addresses.lock(id);
    if (!address?.heldUntil || !isHoldOver(address, this.#at)) return !address;
    const { subnetId, heldUntil, ip } = address;
    await recordConsequences(this.#repositories, expiryCaller, this.#at, { of: 'addressDeletion', ids: [id] });
    await addresses.delete([id], heldUntil); // it was free from then on: so a quarantine counts
    const told = valuesOfDeleted(addressFields, address, [lineOf('ip', ip, null), lineOf('heldUntil', heldUntil, null)]);
    const change = { object: 'address', objectId: id, subnetId, action: 'delete', ...told } as const;
    await recordChange(this.#repositories, expiryCaller, this.#at, change);
    return true;
  }

  /** Frees the networks directly below a subnet, which is locked (change), whose holds have expired. @returns how many */
  async below(masterSubnetId: number): Promise<number> {
    const { subnets } = this.#repositories;
    return this.#each(
      () => subnets.expiredHolds(this.#at, some, masterSubnetId),
      (id) => this.network(id),
    );
  }

  /**
   * Frees a network whose hold has expired and whose master, if any, is locked (change). One in which there is something by now is
   * in use: it is confirmed. @returns whether it is free now
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
    const told = valuesOfDeleted(subnetFields, subnet, [lineOf('heldUntil', subnet.heldUntil, null)]);
    await recordChange(this.#repositories, expiryCaller, this.#at, { object: 'subnet', objectId: id, action: 'delete', ...told });
    return true;
  }

  /** Frees a network that is in the way, if its hold has expired. @returns whether it is free now */
  async freeIfExpired({ id, masterSubnetId, heldUntil }: Network): Promise<boolean> {
    if (!isHoldOver({ heldUntil }, this.#at)) return false;
    if (masterSubnetId !== null && !(await this.#repositories.subnets.lockIfIdle(masterSubnetId))) return false;
    return this.network(id);
  }

  async #isUsed({ id }: LockedSubnet): Promise<boolean> {
    const { subnets, addresses } = this.#repositories;
    if (await subnets.hasChildren(id)) return true;
    for await (const _address of addresses.list({ subnetId: id, order: 'id' })) return true;
    return false;
  }

  async #confirm(subnet: Subnet): Promise<void> {
    const { id } = subnet;
    await this.#repositories.subnets.update(id, { ...confirmed, editDate: this.#at });
    const told = valuesOfEdit(subnetFields, subnet, confirmed);
    await recordChange(this.#repositories, expiryCaller, this.#at, { object: 'subnet', objectId: id, action: 'edit', ...told });
  }

  /** Goes on as long as some are found of which one could be freed: those that others hold are left to them. */
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
