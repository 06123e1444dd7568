import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import { allowsForward } from '../../domain/dns/expected-records.js';
import { readHostName } from '../../domain/dns/host-name.js';
import { changeOf, type PresentSet } from '../../domain/dns/record-set.js';
import { addressOfReverseName } from '../../domain/dns/reverse-zones.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import { Prefix } from '../../domain/net/prefix.js';
import { eachOf } from '../listing.js';
import type { DnsZones } from '../ports/dns.js';
import type { DnsPlanner, PlannedChange } from './dns-plan.js';
import { type DnsPorts, DnsRecords, writeOf } from './dns-records.js';
import { Touched } from './touched-names.js';

/** Number of addresses or record sets per comparison, and of concurrent register queries. */
const atOnce = { compared: 1000, asked: 8 } as const;
/** Maximum number of listed differences per step. Further ones are only counted. */
const maxListed = 5000;

export interface DnsDifference {
  readonly zone: string;
  readonly name: string;
  readonly type: string;
  /** surplus: not expected by the register. foreign: a record set of another owner, which is not changed. */
  readonly is: 'missing' | 'different' | 'surplus' | 'foreign' | 'refused';
  readonly wanted: readonly string[];
  readonly present: readonly string[];
  readonly problem?: string;
}

export interface DnsStep {
  /** Cursor of the next step. null: the comparison is complete. */
  readonly next: string | null;
  readonly compared: { readonly zones: number; readonly addresses: number };
  readonly found: number;
  readonly repaired: number;
  readonly differences: readonly DnsDifference[];
}

/**
 * Compares the server with the register in steps. It finds surplus records by zone, then missing and different records by
 * address. A step reads a chunk of a zone or of the register.
 */
export class DnsComparison {
  readonly #ports: DnsPorts;
  readonly #dns: DnsZones;
  readonly #settings: DnsSettings;

  constructor(ports: DnsPorts, dns: DnsZones, settings: DnsSettings) {
    this.#ports = ports;
    this.#dns = dns;
    this.#settings = settings;
  }

  /** @param cursor null: start @param repairs whether to repair differences @throws DnsError */
  async step(cursor: string | null, repairs: boolean): Promise<DnsStep> {
    const records = await DnsRecords.open(this.#ports, this.#dns, this.#settings);
    const [, phase, position = ''] = /^(zone|address|subnet):(.*)$/.exec(cursor ?? 'zone:') ?? [];
    if (phase === 'subnet' && repairs) return this.#zonesOfSubnets(records);
    if (phase === 'zone') return this.#zone(records, position, repairs);
    return this.#addresses(records, IpAddress.read(position) ?? lowest, repairs);
  }

  async #zone(records: DnsRecords, after: string, repairs: boolean): Promise<DnsStep> {
    const isOurs = (name: string): boolean => name.endsWith('.arpa') || allowsForward(this.#settings, name);
    const zones = [...records.zones.all()].filter(({ name, isWritable }) => isWritable && isOurs(name) && name > after);
    const [zone] = zones.map(({ name }) => name).sort();
    if (zone === undefined) return { ...nothing, next: repairs ? 'subnet:' : `address:${lowest}` };
    const result = new Findings();
    let chunk: PresentSet[] = [];
    for await (const set of this.#dns.recordSets(zone)) {
      if (!set.isOurs) continue;
      chunk.push(set);
      if (chunk.length < atOnce.compared) continue;
      await this.#surplus(records, zone, chunk, result, repairs);
      chunk = [];
    }
    await this.#surplus(records, zone, chunk, result, repairs);
    return { ...result.step(), next: `zone:${zone}`, compared: { zones: 1, addresses: 0 } };
  }

  async #surplus(
    records: DnsRecords,
    zone: string,
    sets: readonly PresentSet[],
    result: Findings,
    repairs: boolean,
  ): Promise<void> {
    const changes: PlannedChange[] = [];
    const planner = records.planner(); // one per chunk, because it caches everything it reads
    const areExpected = await eachOf(sets, atOnce.asked, (set) => isExpected(planner, zone, set));
    for (const [index, present] of sets.entries()) {
      if (areExpected[index]) continue; // other differences are found by address
      const change = changeOf(undefined, present);
      if (change.does !== 'nothing') changes.push({ zone, expected: undefined, present, change });
    }
    result.add(changes, repairs);
    if (!repairs || changes.length === 0) return;
    await this.#dns.write(
      zone,
      changes.flatMap((planned) => writeOf(planned) ?? []),
    );
  }

  async #zonesOfSubnets(records: DnsRecords): Promise<DnsStep> {
    for await (const { subnet } of this.#ports.readers.subnets.list({ isFolder: false, order: { by: 'id' } }))
      if (!subnet.isFolder && subnet.DNSrecursive) await records.makeZonesOf(subnet.prefix);
    return { ...nothing, next: `address:${lowest}` };
  }

  async #addresses(records: DnsRecords, first: IpAddress, repairs: boolean): Promise<DnsStep> {
    const last = Prefix.containing(first, 0).lastAddress;
    const touched = new Touched();
    let size = 0;
    let reached: IpAddress | undefined;
    for await (const { ip, hostname } of this.#ports.readers.addresses.list({ range: { first, last }, order: 'address' })) {
      if (size >= atOnce.compared && reached && !reached.equals(ip)) break;
      touched.add(hostname, ip);
      reached = ip;
      size++;
    }
    const result = new Findings();
    if (repairs) {
      const { changes, refused } = await records.repair(touched);
      result.add(changes, true, refused);
    } else result.add(await records.compare(touched), false);
    const further = size >= atOnce.compared ? reached?.plus(1n) : undefined;
    const next = further ?? (first.family === 4 ? lowestIpv6 : undefined);
    return { ...result.step(), next: next ? `address:${next}` : null, compared: { zones: 0, addresses: size } };
  }
}

const lowest = IpAddress.of(4, 0n);
const lowestIpv6 = IpAddress.of(6, 0n);

const nothing = { compared: { zones: 0, addresses: 0 }, found: 0, repaired: 0, differences: [] } as const;

async function isExpected(planner: DnsPlanner, zone: string, { name, type }: PresentSet): Promise<boolean> {
  const ip = addressOfReverseName(name);
  const host = readHostName(name);
  const placed = ip ? await planner.expectedOfAddress(ip) : host === undefined ? [] : await planner.expectedOfName(host);
  return placed.some((each) => each.zone === zone && each.set.name === name && each.set.type === type);
}

class Findings {
  #found = 0;
  #repaired = 0;
  readonly #listed: DnsDifference[] = [];

  add(changes: readonly PlannedChange[], repairs: boolean, refused: readonly (PlannedChange & { problem: string })[] = []): void {
    const problems = new Map(refused.map(({ change, problem }) => [change, problem]));
    for (const planned of changes) {
      const problem = problems.get(planned.change);
      this.#found++;
      if (repairs && problem === undefined && planned.change.does !== 'foreign') this.#repaired++;
      if (this.#listed.length < maxListed) this.#listed.push(differenceOf(planned, problem));
    }
  }

  step(): Pick<DnsStep, 'found' | 'repaired' | 'differences'> {
    return { found: this.#found, repaired: this.#repaired, differences: this.#listed };
  }
}

function differenceOf({ zone, expected, present, change }: PlannedChange, problem: string | undefined): DnsDifference {
  const set = expected ?? present;
  const is = change.does === 'foreign' ? 'foreign' : !present ? 'missing' : !expected ? 'surplus' : 'different';
  return {
    ...{ zone, name: set?.name ?? '', type: set?.type ?? '', is: problem === undefined ? is : 'refused' },
    ...{ wanted: expected?.contents ?? [], present: present?.contents ?? [] },
    ...(problem === undefined ? {} : { problem }),
  };
}
