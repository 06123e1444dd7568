import type { IpAddress } from '../../domain/net/ip-address.js';
import type { ProbeLimits, ProbePrograms } from '../../domain/scan/scan-settings.js';

export type ProbeProgram = Exclude<ProbePrograms, 'auto'>;

/** Reason of a failed probe: the program is missing, may not send packets, timed out, failed, or was stopped. */
export type ProbeFailure = 'missing' | 'forbidden' | 'late' | 'broken' | 'stopped';

export class ProbeError extends Error {
  override readonly name = 'ProbeError';
  readonly failure: ProbeFailure;

  constructor(failure: ProbeFailure, problem: string) {
    super(problem);
    this.failure = failure;
  }

  /** @deprecated Use failure. */
  get trouble(): ProbeFailure {
    return this.failure;
  }
}

export interface Prober {
  readonly program: ProbeProgram;
  /** Maximum number of packets per second with this reply timeout. */
  maxPacketsPerSecond(timeoutMilliseconds: number): number;
  /**
   * @param ips without duplicates
   * @param limits packetsPerSecond is at most `maxPacketsPerSecond`
   * @returns the addresses that responded, in input order
   * @throws ProbeError if the probe exceeds the time of its limits (probeTime) or has no result for any address
   */
  probe(ips: readonly IpAddress[], limits: ProbeLimits, stop?: AbortSignal): Promise<readonly IpAddress[]>;
}

export interface HostProbe {
  /** @throws ProbeError missing */
  find(program: ProbePrograms): Promise<Prober>;
}

export interface ReverseNames {
  /** @param maxWait in milliseconds @returns an empty list if the lookup fails or times out */
  namesOf(ip: IpAddress, maxWait: number): Promise<readonly string[]>;
}

export interface ScanState {
  /** The next address. null: the scan has not begun. */
  readonly next: IpAddress | null;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly begun: string | null;
}

/** Leases and progress of scans. A lease expires by the storage clock. The next owner continues from the progress. */
export interface SubnetScanRepository {
  /** Acquires or renews a lease and returns the progress. undefined: another owner has the lease, or the subnet does not exist. */
  take(subnetId: number, owner: string, seconds: number): Promise<ScanState | undefined>;
  /** @returns whether the owner has the lease; only then the progress is stored */
  save(subnetId: number, owner: string, state: ScanState): Promise<boolean>;
  end(subnetId: number, owner: string): Promise<void>;
}

export interface HostPorts {
  readonly probe: HostProbe;
  readonly names: ReverseNames;
}
