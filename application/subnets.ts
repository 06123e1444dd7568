import type { Input } from '../domain/catalog/read-fields.js';
import { IpamError } from '../domain/errors.js';
import type { PermissionMap } from '../domain/permission/permission-map.js';
import { levelName, type PermissionLevel, readPermissionLevel } from '../domain/permission/permission-map.js';
import { readSubnetPrefix } from '../domain/subnet/subnet.js';
import { type Usage, UsageCalculation } from '../domain/subnet/usage.js';
import { formatMoment } from './moment.js';
import type { Clock } from './ports/environment.js';
import type { SubnetListing, SubnetQuery } from './ports/inventory.js';
import type { Readers, UnitOfWork } from './ports/unit-of-work.js';
import { type PlacedSubnet, SubnetPlacement } from './subnet-placement.js';

/** What can be done with subnets: networks and folders. */
export class Subnets {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** A subnet with its gateway and name servers. @throws IpamError subnet.unknown */
  async read(id: number): Promise<SubnetListing> {
    const listing = await this.#readers.subnets.findListing(id);
    if (!listing) throw new IpamError('subnet.unknown', { id });
    return listing;
  }

  /** Subnets that meet all conditions of a query. */
  list(query: SubnetQuery): AsyncIterable<SubnetListing> {
    return this.#readers.subnets.list(query);
  }

  /** Whether anything hangs directly below a subnet. */
  hasChildren(id: number): Promise<boolean> {
    return this.#readers.subnets.hasChildren(id);
  }

  /** Usage of one subnet. @throws IpamError subnet.unknown */
  async usage(id: number): Promise<Usage> {
    if (!(await this.#readers.subnets.find(id))) throw new IpamError('subnet.unknown', { id });
    return (await this.usages([id])).of(id);
  }

  /** Usage of many subnets from one look at the register. */
  async usages(ids: readonly number[]): Promise<UsageCalculation> {
    return new UsageCalculation(await this.#readers.subnets.usageFacts(ids));
  }

  /**
   * Creates a network from `subnet` and `mask`, or a folder from `isFolder`.
   * @throws IpamError prefix.*, subnet.masterUnknown, subnet.outsideMaster, subnet.section*, subnet.masterNotFolder,
   * subnet.overlap*, vlan.unknown, vrf.unknown, field.*
   */
  create(input: Input): Promise<PlacedSubnet> {
    const { subnet, mask, ...fields } = input;
    const isFolder = ['1', 'true'].includes(String(input.isFolder ?? '').toLowerCase());
    const prefix = isFolder ? null : readSubnetPrefix(subnet, mask);
    return this.#unitOfWork.run((repositories) => new SubnetPlacement(repositories).create(prefix, fields));
  }

  /**
   * Changes fields of a subnet; network, mask and kind of container stay.
   * @throws IpamError subnet.unknown, subnet.networkFixed, subnet.maskFixed, subnet.folderFixed, subnet.cycle,
   * subnet.poolInUse, and as create does
   */
  change(id: number, input: Input): Promise<void> {
    return this.#unitOfWork.run((repositories) =>
      new SubnetPlacement(repositories).change(id, input, formatMoment(this.#clock.now())),
    );
  }

  /** Deletes a subnet with all descendants and their addresses. @throws IpamError subnet.unknown */
  delete(id: number): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      if (!(await repositories.subnets.delete(id))) throw new IpamError('subnet.unknown', { id });
    });
  }

  /** Deletes the addresses that stand directly in a subnet. @throws IpamError subnet.unknown */
  truncate(id: number): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      if (!(await repositories.subnets.lock(id, 'change'))) throw new IpamError('subnet.unknown', { id });
      await repositories.addresses.deleteAllIn(id);
    });
  }

  /**
   * Replaces a subnet's permissions.
   * @param given levels (0 to 3, or na, ro, rw, rwa) by group name or id
   * @returns the words of the levels by group name
   * @throws IpamError subnet.unknown, subnet.permissionsMissing, subnet.permissionGroupUnknown, subnet.permissionLevelUnknown
   */
  setPermissions(id: number, given: Input): Promise<Record<string, string>> {
    return this.#unitOfWork.run(async (repositories) => {
      if (!(await repositories.subnets.lock(id, 'change'))) throw new IpamError('subnet.unknown', { id });
      const groups = await repositories.groups.list();
      const levels = Object.entries(given).map(([name, value]) => {
        const group =
          groups.find((candidate) => candidate.name === name) ?? groups.find((candidate) => String(candidate.id) === name);
        if (!group) throw new IpamError('subnet.permissionGroupUnknown', { group: name });
        const level = readPermissionLevel(value);
        if (level === undefined) throw new IpamError('subnet.permissionLevelUnknown', { level: String(value) });
        return { group, level };
      });
      if (levels.length === 0) throw new IpamError('subnet.permissionsMissing');
      const permissions: PermissionMap = Object.fromEntries(
        levels.map(({ group, level }): [string, PermissionLevel] => [String(group.id), level]),
      );
      await repositories.subnets.update(id, { permissions, editDate: formatMoment(this.#clock.now()) });
      return Object.fromEntries(levels.map(({ group, level }) => [group.name, levelName(level)]));
    });
  }

  /** Takes all permissions from a subnet. @throws IpamError subnet.unknown */
  removePermissions(id: number): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      if (!(await repositories.subnets.lock(id, 'change'))) throw new IpamError('subnet.unknown', { id });
      await repositories.subnets.update(id, { permissions: null, editDate: formatMoment(this.#clock.now()) });
    });
  }
}
