import { IpamError } from '../../domain/errors.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { isProbeable } from '../../domain/scan/network-scan.js';
import type { ScanSettings } from '../../domain/scan/scan-settings.js';
import type { Caller } from '../caller.js';
import type { Addresses } from '../inventory/addresses.js';
import type { Clock } from '../ports/environment.js';
import { type HostProbe, ProbeError, type ProbeFailure, type ProbeProgram } from '../ports/scanning.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

export type PingResult =
  | { readonly outcome: 'disabled' }
  /** notProbeable: the address is not that of a single host. */
  | { readonly outcome: 'online' | 'offline' | 'notProbeable'; readonly program: ProbeProgram }
  | { readonly outcome: ProbeFailure; readonly program: ProbeProgram | undefined; readonly problem: string };

/** Maximum number of concurrent pings of this process. Each starts a child process. */
const maxAtOnce = 16;

export class Pings {
  readonly #addresses: Addresses;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #probe: HostProbe;
  readonly #settings: () => Promise<{ readonly scan: ScanSettings }>;
  #underWay = 0;

  constructor(
    addresses: Addresses,
    { unitOfWork, clock, probe }: { unitOfWork: UnitOfWork; clock: Clock; probe: HostProbe },
    settings: () => Promise<{ readonly scan: ScanSettings }>,
  ) {
    this.#addresses = addresses;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#probe = probe;
    this.#settings = settings;
  }

  /** Probes the host of an address. A response updates `lastSeen`. @throws IpamError address.unknown, ping.busy */
  async ping(caller: Caller, id: number): Promise<PingResult> {
    const { ip } = await this.#addresses.read(caller, id);
    const { scan } = await this.#settings();
    if (!scan.enabled) return { outcome: 'disabled' };
    if (this.#underWay >= maxAtOnce) throw new IpamError('ping.busy');
    this.#underWay++;
    let program: ProbeProgram | undefined;
    try {
      const prober = await this.#probe.find(scan.program);
      program = prober.program;
      if (!isProbeable(ip)) return { outcome: 'notProbeable', program };
      const packetsPerSecond = Math.min(scan.packetsPerSecond, prober.maxPacketsPerSecond(scan.timeoutMilliseconds));
      const alive = await prober.probe([ip], { ...scan, packetsPerSecond });
      if (alive.length === 0) return { outcome: 'offline', program };
    } catch (error) {
      if (!(error instanceof ProbeError)) throw error;
      return { outcome: error.failure, program, problem: error.message };
    } finally {
      this.#underWay--;
    }
    await this.#recordSeen(id);
    return { outcome: 'online', program };
  }

  /** An address that was deleted concurrently is ignored. */
  #recordSeen(id: number): Promise<void> {
    const lastSeen = formatTimestamp(this.#clock.now());
    return this.#unitOfWork.run(async ({ addresses }) => {
      const address = await addresses.lock(id);
      if (address && (address.lastSeen ?? '') < lastSeen) await addresses.update(id, { lastSeen });
    });
  }
}
