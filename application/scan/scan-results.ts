import { type Address, addressFields } from '../../domain/address/address.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { NetworkScan } from '../../domain/scan/network-scan.js';
import { changesBy, discovered, type TagRules } from '../../domain/scan/observation.js';
import type { ScanSettings } from '../../domain/scan/scan-settings.js';
import { scanCaller } from '../caller.js';
import { edited, recordChange } from '../changes/change-log.js';
import { insertAddresses } from '../inventory/address-writes.js';
import { readRecordWith } from '../inventory/record-input.js';
import { chunksOf } from '../listing.js';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work.js';

/** Number of addresses per unit of work. It limits the wait of other writers. */
const atOnce = { seen: 200, tagged: 10, added: 20 } as const;

export interface VisibleRange {
  readonly subnetId: number;
  readonly at: string;
  /** `known`: the probed addresses registered in the subnet; `alive`: all probed addresses that responded. */
  readonly known: readonly Address[];
  readonly alive: ReadonlySet<bigint>;
}

export class ScanResults {
  readonly #unitOfWork: UnitOfWork;
  readonly #seen: VisibleRange;

  constructor(unitOfWork: UnitOfWork, visible: VisibleRange) {
    this.#unitOfWork = unitOfWork;
    this.#seen = visible;
  }

  /** Updates `lastSeen` and tags of registered addresses. @returns the number of changed tags */
  async refresh(rules: TagRules): Promise<number> {
    const { subnetId, at, known, alive } = this.#seen;
    const [refreshed, tagged]: [number[], number[]] = [[], []];
    for (const address of known) {
      const changes = changesBy(address, { isAlive: alive.has(address.ip.value), at }, rules);
      if (changes.tag !== undefined) tagged.push(address.id);
      else if (changes.lastSeen !== undefined) refreshed.push(address.id);
    }
    for (const ids of chunksOf(refreshed, atOnce.seen))
      await this.#unitOfWork.run(async ({ subnets, addresses }) => {
        await subnets.lock(subnetId, 'share'); // bulk changes of the subnet wait, to prevent a deadlock
        await addresses.noteSeen(ids, at);
      });
    let changed = 0;
    for (const ids of chunksOf(tagged, atOnce.tagged))
      changed += await this.#unitOfWork.run((repositories) => this.#retag(repositories, ids, rules));
    return changed;
  }

  async #retag(repositories: Repositories, ids: readonly number[], rules: TagRules): Promise<number> {
    const { subnetId, at, alive } = this.#seen;
    await repositories.subnets.lock(subnetId, 'share'); // for the same reason
    let changed = 0;
    for (const id of [...ids].sort((a, b) => a - b)) {
      const address = await repositories.addresses.lock(id);
      if (address?.subnetId !== subnetId) continue; // deleted or moved concurrently
      const { lastSeen, tag } = changesBy(address, { isAlive: alive.has(address.ip.value), at }, rules);
      if (tag === undefined) continue;
      const changes = { tag, ...(lastSeen === undefined ? {} : { lastSeen }) };
      await repositories.addresses.update(id, { ...changes, editDate: at });
      await recordChange(repositories, scanCaller, at, edited('address', address, changes));
      changed++;
    }
    return changed;
  }

  /** Adds unregistered hosts, and returns the number of added addresses. @param found ascending */
  async add(found: readonly (readonly [ip: IpAddress, hostname: string | undefined])[], settings: ScanSettings): Promise<number> {
    let added = 0;
    for (const some of chunksOf(found, atOnce.added))
      added += await this.#unitOfWork.run((repositories) => this.#insert(repositories, some, settings));
    return added;
  }

  async #insert(
    repositories: Repositories,
    found: readonly (readonly [ip: IpAddress, hostname: string | undefined])[],
    settings: ScanSettings,
  ): Promise<number> {
    const { subnetId, at } = this.#seen;
    const subnet = await repositories.subnets.lock(subnetId, 'change');
    if (!subnet || subnet.isFolder) return 0;
    const scan = new NetworkScan(subnet, await repositories.subnets.hasChildren(subnetId));
    const existing = await this.#existingAmong(
      repositories,
      found.map(([ip]) => ip),
    );
    const isNew = (ip: IpAddress): boolean => scan.allows(ip) && !existing.has(ip.value);
    const definitions = await repositories.customFields.list('addresses');
    const addresses = found.flatMap(([ip, hostname]) => {
      if (!isNew(ip)) return [];
      const input = { ...discovered(ip, hostname, at, settings), subnetId };
      const { values, custom } = readRecordWith(definitions, { fields: addressFields }, input, 'create');
      return [{ caller: scanCaller, values: { ...values, ip, custom } }];
    });
    if (addresses.length > 0) await insertAddresses(repositories, subnet, addresses, at);
    return addresses.length;
  }

  async #existingAmong({ addresses }: Repositories, ips: readonly IpAddress[]): Promise<ReadonlySet<bigint>> {
    const [first, last] = [ips[0], ips.at(-1)];
    const existing = new Set<bigint>();
    if (!first || !last) return existing;
    const query = { subnetId: this.#seen.subnetId, range: { first, last }, order: 'address' } as const;
    for await (const { ip } of addresses.list(query)) existing.add(ip.value);
    return existing;
  }
}
