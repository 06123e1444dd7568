import type { IpAddress } from '../../domain/net/ip-address.js';
import type { ProbeLimits, ProbePrograms } from '../../domain/scan/scan-settings.js';

export type ProbeProgram = Exclude<ProbePrograms, 'auto'>;

/** Why no host has a result: the program is missing, may not send packets, timed out, failed, or was stopped. */
export type ProbeTrouble = 'missing' | 'forbidden' | 'late' | 'broken' | 'stopped';

/** The text is for people. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
  readonly trouble: ProbeTrouble;

  constructor(trouble: ProbeTrouble, problem: string) {
    super(problem);
    this.trouble = trouble;
  }
}

export interface Prober {
  readonly program: ProbeProgram;
  /** Maximum packets per second at this timeout for each answer. */
  maxPacketsPerSecond(timeoutMilliseconds: number): number;
  /**
   * @param ips without duplicates
   * @param limits packetsPerSecond is at most `maxPacketsPerSecond`
   * @param stop ends the probe early
   * @returns the addresses that answered, in the given order
   * @throws ProbeError when the probe exceeds the time of its limits (probeTime) or has no result for any address
   */
  probe(ips: readonly IpAddress[], limits: ProbeLimits, stop?: AbortSignal): Promise<readonly IpAddress[]>;
}

export interface HostProbe {
  /** @throws ProbeError missing */
  find(program: ProbePrograms): Promise<Prober>;
}

export interface ReverseNames {
  /**
   * @param maxWait in milliseconds
   * @returns an empty list also when the lookup fails or times out
   */
  namesOf(ip: IpAddress, maxWait: number): Promise<readonly string[]>;
}

export interface ScanState {
  /** The next address; null: the scan has not begun. */
  readonly next: IpAddress | null;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly begun: string | null;
}

/**
 * Leases and progress of scans; one owner at a time scans a subnet. Leases expire by the storage's clock. The progress stays for
 * the next owner.
 */
export interface SubnetScanRepository {
  /**
   * Acquires or renews a lease.
   * @param owner a unique name
   * @returns the progress; undefined when another owner has the lease or the subnet does not exist
   */
  take(subnetId: number, owner: string, seconds: number): Promise<ScanState | undefined>;
  /** @returns whether the owner has the lease, and the progress is stored */
  save(subnetId: number, owner: string, state: ScanState): Promise<boolean>;
  end(subnetId: number, owner: string): Promise<void>;
}

export interface HostPorts {
  readonly probe: HostProbe;
  readonly names: ReverseNames;
}
