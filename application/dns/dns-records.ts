import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import { expectedReverseName, reverseNetwork } from '../../domain/dns/expected-records.js';
import {
  privateParentOf,
  type ReverseZone,
  reverseName,
  reverseRecordId,
  reverseZoneFor,
  reverseZonesOf,
} from '../../domain/dns/reverse-zones.js';
import { mayMakeZone, ZoneIndex } from '../../domain/dns/zone-index.js';
import { append } from '../../domain/grouping.js';
import { rangeOf } from '../../domain/net/address-range.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { dnsCaller } from '../caller.js';
import { edited, entryOf } from '../changes/change-log.js';
import { chunksOf, eachOf } from '../listing.js';
import { DnsError, type DnsZones, type SetWrite } from '../ports/dns.js';
import type { Clock } from '../ports/environment.js';
import type { ReverseRecordNote } from '../ports/inventory/addresses.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import { DnsPlanner, type PlannedChange, PresentSets, type ReversePlan } from './dns-plan.js';
import { Register } from './register.js';
import { Touched, type TouchedSlice } from './touched-names.js';

export interface DnsPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
}

/**
 * `ahead`: addresses per prefetch of zones. `compared`: names, and addresses, per comparison. `questions`: concurrent queries to
 * the server and the register. `written`: record sets per write. `noted`: addresses per unit of work, for which other writers of
 * their subnets wait.
 */
const atOnce = { ahead: 4000, compared: 500, questions: 8, written: 100, noted: 100 } as const;

export interface RefusedChange extends PlannedChange {
  readonly problem: string;
}

export interface Outcome {
  /** The first differences, repaired or not. `maxReported` limits them. */
  readonly changes: readonly PlannedChange[];
  readonly refused: readonly RefusedChange[];
}

/** Updates the touched records on a server from the register. Idempotent. */
export class DnsRecords {
  readonly #ports: DnsPorts;
  readonly #dns: DnsZones;
  readonly #settings: DnsSettings;
  readonly zones: ZoneIndex;

  private constructor(ports: DnsPorts, dns: DnsZones, settings: DnsSettings, zones: ZoneIndex) {
    this.#ports = ports;
    this.#dns = dns;
    this.#settings = settings;
    this.zones = zones;
  }

  /** @throws DnsError */
  static async open(ports: DnsPorts, dns: DnsZones, settings: DnsSettings): Promise<DnsRecords> {
    return new DnsRecords(ports, dns, settings, new ZoneIndex(await dns.zones()));
  }

  planner(register = new Register(this.#ports.readers), present = new PresentSets(this.#dns)): DnsPlanner {
    return new DnsPlanner(present, register, this.zones, this.#settings);
  }

  /** @throws DnsError */
  async compare(touched: Touched): Promise<readonly PlannedChange[]> {
    return differing(await this.#plan(touched, this.planner()));
  }

  /**
   * Repairs records, creates missing zones, and stores reverse record ids in the register.
   * @param isStopped polled between batches; true ends the repair
   * @throws DnsError, except for single refused records
   */
  async repair(touched: Touched, isStopped: () => boolean = () => false): Promise<Outcome> {
    const making = new ReverseZoneMaking(this.#dns, this.zones, this.#settings);
    const outcome: { changes: PlannedChange[]; refused: RefusedChange[] } = { changes: [], refused: [] };
    const some = async (touched: Touched): Promise<void> => {
      const present = new PresentSets(this.#dns);
      await this.planner(undefined, present).readAhead(touched);
      for (const slice of touched.slices(atOnce.compared)) {
        if (isStopped()) return;
        const { changes, refused } = await this.#repairSome(slice, making, present);
        for (const change of changes) if (outcome.changes.length < maxReported) outcome.changes.push(change);
        for (const change of refused) if (outcome.refused.length < maxReported) outcome.refused.push(change);
      }
    };
    await some(touched);
    for (const id of touched.subnetIds) {
      const network = await new Register(this.#ports.readers).network(id);
      const isInMade = network?.DNSrecursive === true && (await making.makeAll(network.prefix));
      if (!network || isInMade) continue;
      for await (const touched of this.#addressesOf({ subnetId: id })) {
        if (isStopped()) return outcome;
        await some(touched);
      }
    }
    // the loop includes zones appended during the repair
    for (const inside of making.made) {
      for await (const touched of this.#addressesOf({ range: rangeOf(inside) })) {
        if (isStopped()) return outcome;
        await some(touched);
      }
    }
    return outcome;
  }

  async makeZonesOf(network: Prefix): Promise<void> {
    await new ReverseZoneMaking(this.#dns, this.zones, this.#settings).makeAll(network);
  }

  async *#addressesOf(query: { subnetId: number } | { range: ReturnType<typeof rangeOf> }): AsyncGenerator<Touched> {
    let touched = new Touched();
    let size = 0;
    for await (const { ip } of this.#ports.readers.addresses.list({ ...query, order: 'address' })) {
      touched.add(null, ip);
      if (++size % atOnce.ahead !== 0) continue;
      yield touched;
      touched = new Touched();
    }
    if (size % atOnce.ahead !== 0) yield touched;
  }

  async #repairSome(touched: TouchedSlice, making: ReverseZoneMaking, present: PresentSets): Promise<Outcome> {
    const register = new Register(this.#ports.readers);
    const networks = await eachOf(touched.addresses, atOnce.questions, async ({ ip }) =>
      reverseNetwork(await register.holdersOf(ip)),
    );
    for (const [index, { ip }] of touched.addresses.entries()) {
      const network = networks[index];
      if (network) await making.makeFor(network, ip);
    }
    const plan = await this.#plan(touched, this.planner(register, present));
    const changes = differing(plan);
    const refused = await this.#write(changes);
    await noteReverseRecords(this.#ports, plan.reverse, new Set(refused.map(({ expected }) => expected)));
    return { changes, refused };
  }

  async #plan(touched: TouchedSlice, planner: DnsPlanner): Promise<Plan> {
    await planner.readAhead(touched);
    const forward = await eachOf(touched.names, atOnce.questions, (name) => planner.forward(name));
    const reverse = await eachOf(touched.addresses, atOnce.questions, (address) => planner.reverse(address));
    return { forward: forward.flat(), reverse };
  }

  /** @returns the refused changes */
  async #write(changes: readonly PlannedChange[]): Promise<RefusedChange[]> {
    const byZone = new Map<string, PlannedChange[]>();
    for (const planned of changes) if (writeOf(planned)) append(byZone, planned.zone, planned);
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
      if (!(error instanceof DnsError) || error.failure !== 'refused') throw error;
      const [only] = changes;
      if (only && changes.length === 1) return [{ ...only, problem: error.message }];
    }
    const refused: RefusedChange[] = [];
    for (const planned of changes) refused.push(...(await this.#writeSome(zone, [planned])));
    return refused;
  }
}

interface Plan {
  readonly forward: readonly PlannedChange[];
  readonly reverse: readonly ReversePlan[];
}

const differing = ({ forward, reverse }: Plan): PlannedChange[] =>
  [...forward, ...reverse.flatMap(({ changes }) => changes)].filter(({ change }) => change.does !== 'nothing');

const maxReported = 5000;

export function writeOf({ change, present }: PlannedChange): SetWrite | undefined {
  if (change.does === 'replace') return { does: 'replace', set: change.set };
  return change.does === 'delete' && present ? { does: 'delete', set: present } : undefined;
}

/** Stores reverse record ids in the register; 0: no record. @param refused record sets that the server refused */
async function noteReverseRecords(
  ports: DnsPorts,
  plans: readonly ReversePlan[],
  refused: ReadonlySet<PlannedChange['expected']>,
): Promise<void> {
  const wrong: ReverseRecordNote[] = [];
  for (const { ip, holders, changes } of plans) {
    const pointers = changes.filter(({ expected }) => expected?.type === 'PTR');
    const isThere = pointers.some(({ change, expected }) => change.does !== 'foreign' && !refused.has(expected));
    for (const holder of holders) {
      const PTR = isThere && expectedReverseName(holder) !== undefined ? reverseRecordId(ip) : 0;
      const { id, subnetId } = holder.address;
      if ((holder.address.PTR ?? 0) !== PTR) wrong.push({ id, subnetId, PTR });
    }
  }
  wrong.sort((a, b) => a.subnetId - b.subnetId || a.id - b.id);
  for (const some of chunksOf(wrong, atOnce.noted)) await noteSome(ports, some);
}

function noteSome({ unitOfWork, clock }: DnsPorts, notes: readonly ReverseRecordNote[]): Promise<void> {
  const at = formatTimestamp(clock.now());
  const noteOf = new Map(notes.map((note) => [note.id, note]));
  return unitOfWork.run(async ({ subnets, addresses, changeLog }) => {
    for (const subnetId of new Set(notes.map((each) => each.subnetId))) await subnets.lock(subnetId, 'share');
    const entries = (await addresses.noteReverseRecords(notes)).flatMap((before) => {
      const note = noteOf.get(before.id);
      if (!note) return [];
      const address = { ...before, subnetId: note.subnetId };
      const change = edited('address', address, { PTR: note.PTR });
      return [entryOf(dnsCaller, at, { ...change, isConsequence: true })];
    });
    if (entries.length > 0) await changeLog.append(...entries);
  });
}

class ReverseZoneMaking {
  readonly #dns: DnsZones;
  readonly #zones: ZoneIndex;
  readonly #settings: DnsSettings;
  /** Networks of the created zones. The reverse names of their addresses may have been in other zones before. */
  readonly made: Prefix[] = [];

  constructor(dns: DnsZones, zones: ZoneIndex, settings: DnsSettings) {
    this.#dns = dns;
    this.#zones = zones;
    this.#settings = settings;
  }

  /** Creates missing zones of a network if permitted. @returns whether all zones are new; `made` then covers the network */
  async makeAll(network: Prefix): Promise<boolean> {
    let areNew = true;
    for (const zone of reverseZonesOf(network)) if (!(await this.#make(network, zone))) areNew = false;
    return areNew;
  }

  async makeFor(network: Prefix, ip: IpAddress): Promise<void> {
    await this.#make(network, reverseZoneFor(network, ip));
  }

  async #make(network: Prefix, zone: ReverseZone): Promise<boolean> {
    if (!this.#settings.makeReverseZones) return false;
    const parent = privateParentOf(network);
    if (parent && this.#zones.around(reverseName(network.network)).length === 0) await this.#add(parent);
    if (!mayMakeZone(network, zone, this.#zones)) return false;
    await this.#add(zone);
    return true;
  }

  async #add({ name, prefix }: ReverseZone): Promise<void> {
    const { nameservers, hostmaster, ttl } = this.#settings;
    await this.#dns.addZone({ name, nameservers, hostmaster, ttl });
    this.#zones.add({ name, isWritable: true, isOurs: true });
    this.made.push(prefix);
  }
}
