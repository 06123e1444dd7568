import { addressFields } from '../../domain/address/address.js';
import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import { reverseRecordId } from '../../domain/dns/reverse-zones.js';
import { reverseNetwork, wantedReverseName } from '../../domain/dns/wanted-records.js';
import { ZoneIndex } from '../../domain/dns/zone-index.js';
import { rangeOf } from '../../domain/net/address-range.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { dnsCaller } from '../caller.js';
import { recordChange, toldOfEdit } from '../inventory/change-log.js';
import { chunksOf } from '../listing.js';
import { DnsError, type DnsZones, type SetWrite } from '../ports/dns.js';
import type { Clock } from '../ports/environment.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import { DnsPlanner, type PlannedChange, type ReversePlan } from './dns-plan.js';
import { Register } from './register.js';
import { ReverseZoneMaking } from './reverse-zone-making.js';
import { Touched } from './touched.js';

/** What the service needs to keep DNS records. */
export interface DnsPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
}

/** Names that are looked at together; questions to the server at a time; record sets of one write; addresses of a unit of work. */
const atOnce = { touched: 100, questions: 8, written: 100, noted: 10 } as const;

/** A record set that the server refuses to take. */
export interface RefusedChange extends PlannedChange {
  readonly problem: string;
}

/** What came of a work on records. */
export interface Outcome {
  /** What differed, whether it was repaired or not. */
  readonly changes: readonly PlannedChange[];
  readonly refused: readonly RefusedChange[];
}

/** Brings the records of a server in line with the register, for what is touched. Done again it does nothing. */
export class DnsRecords {
  readonly #ports: DnsPorts;
  readonly #dns: DnsZones;
  readonly #settings: DnsSettings;
  readonly #zones: ZoneIndex;

  private constructor(ports: DnsPorts, dns: DnsZones, settings: DnsSettings, zones: ZoneIndex) {
    this.#ports = ports;
    this.#dns = dns;
    this.#settings = settings;
    this.#zones = zones;
  }

  /** Reads the server's zones. @throws DnsError */
  static async open(ports: DnsPorts, dns: DnsZones, settings: DnsSettings): Promise<DnsRecords> {
    return new DnsRecords(ports, dns, settings, new ZoneIndex(await dns.zones()));
  }

  get zones(): ZoneIndex {
    return this.#zones;
  }

  /** What the register wants of names and addresses now. */
  planner(register = new Register(this.#ports.readers)): DnsPlanner {
    return new DnsPlanner(this.#dns, register, this.#zones, this.#settings);
  }

  /** What differs. @throws DnsError */
  async compare(touched: Touched): Promise<readonly PlannedChange[]> {
    const { forward, reverse } = await this.#plan(touched, new Register(this.#ports.readers));
    return [...forward, ...reverse.flatMap(({ changes }) => changes)].filter(({ change }) => change.does !== 'nothing');
  }

  /**
   * Brings records in line, makes the zones that they need, and notes in the register which reverse records there are.
   * @param isStopped asked now and then; the work ends early where it holds
   * @throws DnsError, except where the server refuses single records
   */
  async repair(touched: Touched, isStopped: () => boolean = () => false): Promise<Outcome> {
    const making = new ReverseZoneMaking(this.#dns, this.#zones, this.#settings);
    const outcome: { changes: PlannedChange[]; refused: RefusedChange[] } = { changes: [], refused: [] };
    const some = async (part: Touched): Promise<void> => {
      const { changes, refused } = await this.#repairSome(part, making);
      for (const change of changes) if (outcome.changes.length < maxReported) outcome.changes.push(change);
      for (const change of refused) if (outcome.refused.length < maxReported) outcome.refused.push(change);
    };
    await some(touched);
    for (const id of touched.subnetIds) {
      const network = await new Register(this.#ports.readers).network(id);
      if (network?.DNSrecursive) await making.makeAll(network.prefix);
      if (network) {
        for await (const part of this.#addressesOf({ subnetId: id })) {
          if (isStopped()) return outcome;
          await some(part);
        }
      }
    }
    // More may be made meanwhile, to which the loop comes too.
    for (const inside of making.made) {
      for await (const part of this.#addressesOf({ range: rangeOf(inside) })) {
        if (isStopped()) return outcome;
        await some(part);
      }
    }
    return outcome;
  }

  /** Makes the zones of a network that are not there. */
  makeZonesOf(network: Prefix): Promise<void> {
    return new ReverseZoneMaking(this.#dns, this.#zones, this.#settings).makeAll(network);
  }

  async *#addressesOf(query: { subnetId: number } | { range: ReturnType<typeof rangeOf> }): AsyncGenerator<Touched> {
    let part = new Touched();
    let size = 0;
    for await (const { ip } of this.#ports.readers.addresses.list({ ...query, order: 'address' })) {
      part.add(null, ip);
      if (++size % atOnce.touched !== 0) continue;
      yield part;
      part = new Touched();
    }
    if (size % atOnce.touched !== 0) yield part;
  }

  async #repairSome(touched: Touched, making: ReverseZoneMaking): Promise<Outcome> {
    const register = new Register(this.#ports.readers);
    for (const { ip } of touched.addresses) {
      const network = reverseNetwork(await register.holdersOf(ip));
      if (network) await making.makeFor(network, ip);
    }
    const { forward, reverse } = await this.#plan(touched, register);
    const changes = [...forward, ...reverse.flatMap((plan) => plan.changes)];
    const refused = await this.#write(changes);
    await this.#note(reverse, new Set(refused.map(({ wanted }) => wanted)));
    return { changes: changes.filter(({ change }) => change.does !== 'nothing'), refused };
  }

  async #plan(
    touched: Touched,
    register: Register,
  ): Promise<{ readonly forward: PlannedChange[]; readonly reverse: ReversePlan[] }> {
    const planner = this.planner(register);
    await planner.readAhead(touched);
    const forward = await eachOf(touched.names, atOnce.questions, (name) => planner.forward(name));
    const reverse = await eachOf(touched.addresses, atOnce.questions, (address) => planner.reverse(address));
    return { forward: forward.flat(), reverse };
  }

  /** @returns what the server refuses */
  async #write(changes: readonly PlannedChange[]): Promise<RefusedChange[]> {
    const byZone = new Map<string, PlannedChange[]>();
    for (const planned of changes) {
      const list = byZone.get(planned.zone) ?? [];
      if (writeOf(planned)) byZone.set(planned.zone, [...list, planned]);
    }
    const refused: RefusedChange[] = [];
    for (const [zone, all] of byZone) {
      const sorted = [...all].sort((a, b) => Number(a.change.does !== 'delete') - Number(b.change.does !== 'delete'));
      for (const some of chunksOf(sorted, atOnce.written)) refused.push(...(await this.#writeSome(zone, some)));
    }
    return refused;
  }

  async #writeSome(zone: string, changes: readonly PlannedChange[]): Promise<RefusedChange[]> {
    try {
      await this.#dns.write(
        zone,
        changes.flatMap((planned) => writeOf(planned) ?? []),
      );
      return [];
    } catch (error) {
      if (!(error instanceof DnsError) || error.trouble !== 'refused') throw error;
      const [only] = changes;
      if (only && changes.length === 1) return [{ ...only, problem: error.message }];
    }
    const refused: RefusedChange[] = [];
    for (const planned of changes) refused.push(...(await this.#writeSome(zone, [planned])));
    return refused;
  }

  /** Writes the numbers of reverse records into the register, 0 where there is none. */
  async #note(plans: readonly ReversePlan[], refused: ReadonlySet<PlannedChange['wanted']>): Promise<void> {
    const wrong: { readonly id: number; readonly subnetId: number; readonly PTR: number }[] = [];
    for (const { ip, holders, changes } of plans) {
      const pointers = changes.filter(({ wanted }) => wanted?.type === 'PTR');
      const isThere = pointers.some(({ change, wanted }) => change.does !== 'foreign' && !refused.has(wanted));
      for (const holder of holders) {
        const PTR = isThere && wantedReverseName(holder) !== undefined ? reverseRecordId(ip) : 0;
        const { id, subnetId } = holder.address;
        if ((holder.address.PTR ?? 0) !== PTR) wrong.push({ id, subnetId, PTR });
      }
    }
    wrong.sort((a, b) => a.subnetId - b.subnetId || a.id - b.id);
    for (const some of chunksOf(wrong, atOnce.noted)) await this.#noteSome(some);
  }

  #noteSome(wrong: readonly { readonly id: number; readonly subnetId: number; readonly PTR: number }[]): Promise<void> {
    const at = formatTimestamp(this.#ports.clock.now());
    return this.#ports.unitOfWork.run(async (repositories) => {
      const { subnets, addresses } = repositories;
      for (const subnetId of new Set(wrong.map((each) => each.subnetId))) await subnets.lock(subnetId, 'share');
      for (const { id, subnetId, PTR } of [...wrong].sort((a, b) => a.id - b.id)) {
        const address = await addresses.lock(id);
        if (address?.subnetId !== subnetId || address.PTR === PTR) continue; // it is gone or has moved meanwhile
        await addresses.update(id, { PTR });
        const told = { ...toldOfEdit(addressFields, address, { PTR }), isConsequence: true };
        await recordChange(repositories, dnsCaller, at, { object: 'address', objectId: id, subnetId, action: 'edit', ...told });
      }
    });
  }
}

/** Changes that are told one by one. */
const maxReported = 1000;

function writeOf({ change, present }: PlannedChange): SetWrite | undefined {
  if (change.does === 'replace') return { does: 'replace', set: change.set };
  return change.does === 'delete' && present ? { does: 'delete', set: present } : undefined;
}

/** What comes of each of some items, in their order; so many are under way at a time. */
async function eachOf<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const some of chunksOf(items, width)) results.push(...(await Promise.all(some.map(work))));
  return results;
}
