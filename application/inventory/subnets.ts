import { levels, seesKind } from '../../domain/access/access-policy.js';
import { readGroupLevels } from '../../domain/access/group-levels.js';
import type { Change } from '../../domain/changes/change.js';
import type { PermissionLevel } from '../../domain/fields/permission-map.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { formatTimestamp, isUnset, readId } from '../../domain/scalar-text.js';
import { type ExpectedNetwork, type Subnet, subnetFields } from '../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { noUsage, type Usage } from '../../domain/subnet/usage.js';
import { type Caller, permitted, readPermitted, unknownSubnet } from '../caller.js';
import { edited, recordChange, recordConsequences } from '../changes/change-log.js';
import { mapList } from '../listing.js';
import { levelOfWord, levelWord } from '../permission-levels.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Clock, Timers } from '../ports/environment.js';
import type { SubnetListing, SubnetQuery } from '../ports/inventory/subnets.js';
import type { Readers, Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { requireExpected } from '../unit-of-work/expected-version.js';
import { retryWhileOutdated } from '../unit-of-work/optimistic-retry.js';
import type { ReadersFor } from '../unit-of-work/read-router.js';
import { RequestBatcher } from '../unit-of-work/request-batcher.js';
import { runFor } from '../unit-of-work/units-of-work.js';
import { type NetworkScope, networksAround } from './network-search.js';
import { type ChildCreation, NewChildren } from './new-children.js';
import { type CreatedSubnet, SubnetPlacement } from './subnet-placement.js';

const withoutNameserver = (listing: SubnetListing): SubnetListing => ({ ...listing, nameserver: null });

/** Networks and folders. A subnet that does not exist or is hidden causes subnet.unknown. */
export class Subnets {
  readonly #readers: Readers;
  readonly #readersFor: ReadersFor;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #creations: RequestBatcher<ChildCreation, CreatedSubnet>;

  /** @param timers undefined: each creation has its own unit of work */
  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, timers?: Timers, readersFor: ReadersFor = () => readers) {
    this.#readers = readers;
    this.#readersFor = readersFor;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    const now = () => formatTimestamp(clock.now());
    this.#creations = new RequestBatcher(unitOfWork, timers, (repositories, masterId, batch) =>
      new NewChildren(repositories, now).createBelow(masterId, batch),
    );
  }

  async read(caller: Caller, id: number): Promise<SubnetListing> {
    const readers = this.#readersFor(caller);
    const listing = await readers.subnets.findListing(id);
    if (!listing) throw unknownSubnet(id)();
    await permitted(readers, caller, listing.subnet, levels.see, unknownSubnet(id));
    return seesKind(caller.principal, 'nameserver') ? listing : withoutNameserver(listing);
  }

  list(caller: Caller, query: SubnetQuery): AsyncIterable<SubnetListing> {
    const listings = this.#readersFor(caller).subnets.list({ ...query, viewer: caller.principal });
    return seesKind(caller.principal, 'nameserver') ? listings : mapList(listings, withoutNameserver);
  }

  /**
   * The query for visible networks that contain an address, most specific first.
   * @throws IpamError field.reference for an unknown or hidden section or VRF
   */
  around(caller: Caller, ip: IpAddress, scope: NetworkScope): Promise<SubnetQuery> {
    return networksAround(this.#readersFor(caller), caller, ip, scope);
  }

  async count(caller: Caller, query: SubnetQuery): Promise<number> {
    return this.#readersFor(caller).subnets.count({ ...query, viewer: caller.principal });
  }

  async hasChildren({ principal }: Caller, id: number): Promise<boolean> {
    if (principal.unrestricted) return this.#readers.subnets.hasChildren(id);
    const children = this.#readers.subnets.ids({ masterSubnetId: id, viewer: principal, order: { by: 'id' } });
    for await (const _child of children) return true;
    return false;
  }

  async usage(caller: Caller, id: number): Promise<Usage> {
    const subnet = await readPermitted(this.#readers, caller, id, levels.see);
    const counts = await this.#readers.subnets.usageCounts([id]);
    return new SubnetAggregate(subnet).usage(counts.get(id) ?? noUsage);
  }

  /** Updates the stored usage. Regular calls keep usage queries fast. */
  followUsage(): Promise<void> {
    return this.#readers.subnets.followUsage();
  }

  /** The newest history entries, newest first. */
  async changes(caller: Caller, id: number, max: number): Promise<ChangeEntry[]> {
    await readPermitted(this.#readers, caller, id, levels.see);
    return this.#readers.changeLog.list('subnet', id, max);
  }

  /** Adds usage and the number of direct addresses to listings. */
  async withUsage(listings: readonly SubnetListing[]): Promise<{ listing: SubnetListing; usage: Usage; addresses: number }[]> {
    const counts = await this.#readers.subnets.usageCounts(listings.map(({ subnet }) => subnet.id));
    return listings.map((listing) => {
      const { subnet } = listing;
      const found = counts.get(subnet.id) ?? noUsage;
      let addresses = 0n;
      for (const count of found.addresses.values()) addresses += count;
      return { listing, usage: new SubnetAggregate(subnet).usage(found), addresses: Number(addresses) };
    });
  }

  /**
   * Creates a network, or a folder without a prefix.
   * @throws IpamError subnet.outsideMaster, subnet.masterNotFolder, subnet.overlap*, permission.denied, field.*
   */
  async create(caller: Caller, prefix: Prefix | null, input: Input): Promise<CreatedSubnet> {
    const masterId = isUnset(input.masterSubnetId) ? undefined : readId(input.masterSubnetId);
    if (masterId !== undefined) return this.#creations.submit(masterId, { caller, prefix, input });
    return runFor(this.#unitOfWork, caller, (repositories) => this.#placement(repositories, caller).create(prefix, input));
  }

  /**
   * Changes fields of a subnet, but not its network or its type (network or folder).
   * @throws IpamError subnet.networkFixed, subnet.maskFixed, subnet.folderFixed, subnet.cycle, subnet.poolInUse, those of create
   */
  change(caller: Caller, id: number, input: Input, expectedNetwork: ExpectedNetwork = {}): Promise<void> {
    return retryWhileOutdated(() =>
      runFor(this.#unitOfWork, caller, (repositories) =>
        this.#placement(repositories, caller).change(id, input, expectedNetwork),
      ),
    );
  }

  #placement(repositories: Repositories, caller: Caller): SubnetPlacement {
    return new SubnetPlacement(repositories, caller, formatTimestamp(this.#clock.now()));
  }

  /** Deletes a subnet with all descendants and their addresses. */
  delete(caller: Caller, id: number): Promise<void> {
    return retryWhileOutdated(() =>
      runFor(this.#unitOfWork, caller, (repositories) => this.#placement(repositories, caller).delete(id)),
    );
  }

  /** Deletes the addresses of a subnet, but not those of its descendants. */
  truncate(caller: Caller, id: number): Promise<void> {
    return this.#write(caller, id, levels.writeAddresses, async (repositories, _subnet, timestamp) => {
      await recordConsequences(repositories, caller, timestamp, { of: 'truncation', subnetId: id });
      await repositories.addresses.deleteAllIn(id, timestamp);
      return { change: { object: 'subnet', objectId: id, action: 'truncate', differences: [] }, result: undefined };
    });
  }

  /**
   * Replaces the permissions of a subnet.
   * @param input levels (0 to 3, or na, ro, rw, rwa) by group name (without regard to case) or id
   * @returns level names by group name
   * @throws IpamError subnet.permissionsMissing, permission.groupUnknown, subnet.permissionLevelUnknown
   */
  setPermissions(caller: Caller, id: number, input: Input): Promise<Record<string, string>> {
    return this.#write(caller, id, levels.change, async (repositories, subnet, editDate) => {
      const numbered = Object.fromEntries(Object.entries(input).map(([group, level]) => [group, levelOfWord(level)]));
      const levels = readGroupLevels(await repositories.groups.list(), numbered);
      const permissions = new Map(levels.map(({ group, level }) => [group.id, level]));
      const changes = new SubnetAggregate(subnet).setPermissions(permissions);
      await repositories.subnets.update(id, { ...changes, editDate });
      const words = Object.fromEntries(levels.map(({ group, level }) => [group.name, levelWord(level)]));
      return { change: edited('subnet', subnet, changes, 'permissions'), result: words };
    });
  }

  removePermissions(caller: Caller, id: number): Promise<void> {
    return this.#write(caller, id, levels.change, async (repositories, subnet, editDate) => {
      const changes = new SubnetAggregate(subnet).removePermissions();
      await repositories.subnets.update(id, { ...changes, editDate });
      return { change: edited('subnet', subnet, changes, 'permissions'), result: undefined };
    });
  }

  #write<T>(
    caller: Caller,
    id: number,
    needed: PermissionLevel,
    write: (repositories: Repositories, subnet: Subnet, timestamp: string) => Promise<LoggedWrite<T>>,
  ): Promise<T> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const found = await repositories.subnets.lock(id, 'change');
      const subnet = await permitted(repositories, caller, found, needed, unknownSubnet(id));
      requireExpected(caller, subnetFields, subnet);
      const timestamp = formatTimestamp(this.#clock.now());
      const { change, result } = await write(repositories, subnet, timestamp);
      await recordChange(repositories, caller, timestamp, change);
      return result;
    });
  }
}

interface LoggedWrite<T> {
  readonly change: Change;
  readonly result: T;
}
