import type { Address } from '../../domain/address/address.js';
import { IpamError } from '../../domain/errors.js';
import type { AddressRange } from '../../domain/net/address-range.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { NetworkScan, scansFor } from '../../domain/scan/network-scan.js';
import { hostnameAmong, type TagRules, tagRules } from '../../domain/scan/observation.js';
import { addressesAtOnce, type ProbeLimits, probeTime, type ScanSettings } from '../../domain/scan/scan-settings.js';
import type { Network } from '../../domain/subnet/subnet.js';
import type { Clock } from '../ports/environment.js';
import type { Observer } from '../ports/observer.js';
import { noCounts, type ScanStep, type ScanTarget } from '../ports/scan-step.js';
import { type HostPorts, ProbeError, type Prober, type ScanState } from '../ports/scanning.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import { ScanResults } from './scan-results.js';

export interface ScanningPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly hosts: HostPorts;
}

/** Additional duration of a lease beyond its step, in milliseconds: time to write the results. */
const leaseSlack = 5000;

/** Name lookups of new hosts: timeout of a lookup and of all lookups of a step, in milliseconds; number of concurrent lookups. */
const lookups = { each: 2000, all: 10_000, atOnce: 16 } as const;

interface Work {
  readonly network: Network;
  readonly scan: NetworkScan;
  readonly state: ScanState;
  readonly owner: string;
  readonly settings: ScanSettings;
  readonly prober: Prober;
  readonly limits: ProbeLimits;
}

/** Scans networks in steps. Each step probes addresses, writes the results and saves the position for the next step. */
export class Scanning {
  readonly #ports: ScanningPorts;
  readonly #settings: () => Promise<{ readonly scan: ScanSettings }>;
  readonly #observer: Observer;
  readonly #stopped = new AbortController();

  constructor(ports: ScanningPorts, settings: () => Promise<{ readonly scan: ScanSettings }>, observer: Observer = {}) {
    this.#ports = ports;
    this.#settings = settings;
    this.#observer = observer;
  }

  async settings(): Promise<ScanSettings> {
    return (await this.#settings()).scan;
  }

  /**
   * Networks with scans enabled, by id, except those of external agents.
   * @param which one network, or networks whose last scan began at least `idleSeconds` ago; default: all
   */
  async targets(which: { readonly subnetId?: number; readonly idleSeconds?: number } = {}): Promise<ScanTarget[]> {
    const { subnetId, idleSeconds } = which;
    const since = (seconds: number): string => formatTimestamp(new Date(this.#ports.clock.now().getTime() - seconds * 1000));
    const query = {
      ...(subnetId === undefined ? {} : { ids: [subnetId] }),
      scanDue: idleSeconds === undefined ? null : since(idleSeconds),
      order: { by: 'id' },
    } as const;
    const agentIds = new Set<number | null>();
    for await (const { id, values } of this.#ports.readers.catalog.list('scanAgent'))
      if (!scansFor({ type: values.type })) agentIds.add(id);
    const targets: ScanTarget[] = [];
    for await (const { subnet } of this.#ports.readers.subnets.list(query))
      if (!agentIds.has(subnet.scanAgent)) targets.push({ id: subnet.id, cidr: String(subnet.prefix) });
    return targets;
  }

  /**
   * Runs the next step of a scan. Other scanners get `busy` until the scan ends, is released, or its lease expires.
   * @param owner id of the scanner, equal for all steps
   */
  async step(subnetId: number, owner: string): Promise<ScanStep> {
    try {
      return await this.#step(subnetId, owner);
    } catch (error) {
      if (!(error instanceof ProbeError || error instanceof IpamError)) throw error;
      const failure = error instanceof ProbeError ? error.failure : 'refused';
      if (failure !== 'stopped') this.#observer.scanFailed?.(failure);
      await this.release(subnetId, owner);
      const everyProbe = failure === 'missing' || failure === 'forbidden';
      return { state: 'failed', problem: error.message, everyProbe };
    }
  }

  /** Releases a network for other scanners. Its position remains. */
  release(subnetId: number, owner: string): Promise<void> {
    return this.#ports.unitOfWork.run(({ subnetScans }) => subnetScans.end(subnetId, owner));
  }

  /** Cancels running probes. Their steps write no results. Later probes are cancelled as well. */
  stop(): void {
    this.#stopped.abort();
  }

  async #step(subnetId: number, owner: string): Promise<ScanStep> {
    const settings = await this.settings();
    const prober = await this.#ports.hosts.probe.find(settings.program);
    const packetsPerSecond = Math.min(settings.packetsPerSecond, prober.maxPacketsPerSecond(settings.timeoutMilliseconds));
    const limits = { ...settings, packetsPerSecond };
    const seconds = Math.ceil((probeTime(limits, addressesAtOnce(limits)) + lookups.all + leaseSlack) / 1000);
    const state = await this.#ports.unitOfWork.run(({ subnetScans }) => subnetScans.take(subnetId, owner, seconds));
    if (!state) return { state: 'busy' };
    const subnet = await this.#ports.readers.subnets.find(subnetId);
    const isOurs = subnet && !subnet.isFolder && (await this.#isOurs(subnet)) && (subnet.pingSubnet || subnet.discoverSubnet);
    if (!isOurs) {
      await this.release(subnetId, owner);
      return { state: 'nothing' };
    }
    const scan = new NetworkScan(subnet, await this.#ports.readers.subnets.hasChildren(subnetId));
    const begun = { next: state.next, begun: state.begun ?? this.#now() };
    return this.#scanChunk({ network: subnet, scan, state: begun, owner, settings, prober, limits });
  }

  async #isOurs({ scanAgent }: Network): Promise<boolean> {
    const agent = scanAgent === null ? undefined : await this.#ports.readers.catalog.find('scanAgent', scanAgent);
    return scansFor(agent && { type: agent.values.type });
  }

  async #scanChunk(work: Work): Promise<ScanStep> {
    const { network, scan, state, settings, prober, limits } = work;
    const rest = scan.rest(state.next);
    if (!rest) return this.#goOn(work, null, noCounts);
    const { range, registeredAddresses } = await this.#nextChunk(work, rest);
    const targets = scan.targets(range, registeredAddresses);
    const alive = targets.length === 0 ? [] : await prober.probe(targets, limits, this.#stopped.signal);
    const probed = new Set(targets.map(({ value }) => value));
    const known = registeredAddresses.filter(({ ip }) => probed.has(ip.value));
    const answered = new Set(alive.map(({ value }) => value));
    const results = new ScanResults(this.#ports.unitOfWork, { subnetId: network.id, at: this.#now(), known, alive: answered });
    const changed = await results.refresh(await this.#rules(settings));
    const registered = new Set(registeredAddresses.map(({ ip }) => ip.value));
    const found = await this.#named(
      alive.filter(({ value }) => !registered.has(value)),
      network.resolveDNS,
    );
    const added = await results.add(found, settings);
    const counts = { probed: targets.length, online: alive.length, added, changed };
    this.#observer.hostsProbed?.(counts);
    return this.#goOn(work, scan.after(range), counts);
  }

  async #nextChunk(
    { network, scan, limits }: Work,
    rest: AddressRange,
  ): Promise<{ range: AddressRange; registeredAddresses: Address[] }> {
    const size = addressesAtOnce(limits);
    const range = scan.sweeps ? scan.chunk(rest, size) : rest;
    const registeredAddresses: Address[] = [];
    for await (const address of this.#ports.readers.addresses.list({ subnetId: network.id, range, order: 'address' })) {
      registeredAddresses.push(address);
      if (registeredAddresses.length === size) break;
    }
    const last = registeredAddresses.at(-1);
    const isCut = !scan.sweeps && registeredAddresses.length === size && last !== undefined;
    return { range: isCut ? { first: range.first, last: last.ip } : range, registeredAddresses };
  }

  /** Saves the position after a chunk. @returns `busy` if another scanner has continued the scan meanwhile */
  async #goOn({ network, scan, state, owner }: Work, next: IpAddress | null, counts: typeof noCounts): Promise<ScanStep> {
    const { id, pingSubnet, discoverSubnet, scanAgent } = network;
    const isDone = next === null;
    const isOwner = await this.#ports.unitOfWork.run(async ({ subnets, subnetScans, catalog }) => {
      if (isDone && (await subnets.lock(id, 'change'))) {
        const lastScan = pingSubnet ? { lastScan: state.begun } : {};
        await subnets.update(id, { ...lastScan, ...(discoverSubnet ? { lastDiscovery: state.begun } : {}) });
      }
      if (scanAgent !== null && (await catalog.lock('scanAgent', scanAgent)))
        await catalog.update('scanAgent', scanAgent, { last_access: this.#now() }, {});
      const isSaved = await subnetScans.save(id, owner, isDone ? { next, begun: null } : { next, begun: state.begun });
      if (isDone) await subnetScans.end(id, owner);
      return isSaved;
    });
    if (!isOwner) return { state: 'busy' };
    if (isDone && state.begun !== null) this.#observer.scanEnded?.(this.#since(state.begun));
    return { state: isDone ? 'done' : 'going', share: scan.share(next), ...counts };
  }

  async #rules(settings: ScanSettings): Promise<TagRules> {
    const { catalog } = this.#ports.readers;
    const tags = [settings.onlineTag, settings.offlineTag].filter((tag) => tag !== 0);
    const found = await Promise.all(tags.map((tag) => catalog.find('tag', tag)));
    const changeable = new Set(found.flatMap((tag) => (tag?.values.updateTag === true ? [tag.id] : [])));
    const existing = new Set(found.flatMap((tag) => (tag ? [tag.id] : [])));
    const [onlineTag = 0, offlineTag = 0] = [settings.onlineTag, settings.offlineTag].map((tag) => (existing.has(tag) ? tag : 0));
    const since = new Date(this.#ports.clock.now().getTime() - settings.offlineAfterSeconds * 1000);
    return tagRules({ onlineTag, offlineTag }, (tag) => changeable.has(tag), formatTimestamp(since));
  }

  async #named(ips: readonly IpAddress[], resolves: boolean): Promise<(readonly [IpAddress, string | undefined])[]> {
    const names = new Map<IpAddress, string | undefined>();
    if (!resolves) return ips.map((ip) => [ip, undefined]);
    const now = () => this.#ports.clock.now().getTime();
    const end = now() + lookups.all;
    const left = ips.values();
    const work = async (): Promise<void> => {
      for (const ip of left) {
        const wait = Math.min(lookups.each, end - now());
        if (wait > 0) names.set(ip, hostnameAmong(await this.#ports.hosts.names.namesOf(ip, wait)));
      }
    };
    await Promise.all(Array.from({ length: lookups.atOnce }, work));
    return ips.map((ip) => [ip, names.get(ip)]);
  }

  #now(): string {
    return formatTimestamp(this.#ports.clock.now());
  }

  /** Milliseconds since a timestamp, up to 1 s too many; 0 if the clock was set back. */
  #since(timestamp: string): number {
    return Math.max(0, this.#ports.clock.now().getTime() - Date.parse(`${timestamp.replace(' ', 'T')}Z`));
  }
}
