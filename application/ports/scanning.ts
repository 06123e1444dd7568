import type { IpAddress } from '../../domain/net/ip-address.js';
import type { ProbeLimits, ProbePrograms } from '../../domain/scan/scan-settings.js';

/** A program that probes hosts. */
export type ProbeProgram = Exclude<ProbePrograms, 'auto'>;

/** Why a probe has no result: the program is missing, may not send packets, timed out, failed unexpectedly, or was stopped. */
export type ProbeTrouble = 'missing' | 'forbidden' | 'late' | 'broken' | 'stopped';

/** A probe without a result for any host. The text is for people. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
  readonly trouble: ProbeTrouble;

  constructor(trouble: ProbeTrouble, problem: string) {
    super(problem);
    this.trouble = trouble;
  }
}

/** An available probe program. */
export interface Prober {
  readonly program: ProbeProgram;
  /** Maximum packets per second at this timeout for each answer. */
  maxPacketsPerSecond(timeoutMilliseconds: number): number;
  /**
   * Probes addresses, each named once.
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

/** Reverse DNS lookups. */
export interface ReverseNames {
  /**
   * Names of an address.
   * @param maxWait in milliseconds
   * @returns an empty list also when the lookup fails or times out
   */
  namesOf(ip: IpAddress, maxWait: number): Promise<readonly string[]>;
}

/** Progress of the scan of a subnet. */
export interface ScanState {
  /** The address at which the scan continues; null: it has not begun. */
  readonly next: IpAddress | null;
  /** Start of the scan: YYYY-MM-DD HH:MM:SS in UTC. */
  readonly begun: string | null;
}

/**
 * Leases and progress of subnet scans; one owner at a time scans a subnet. A lease that its owner does not renew expires by the
 * storage's clock. The progress stays for the next owner.
 */
export interface SubnetScanRepository {
  /**
   * Acquires or renews the lease of a subnet.
   * @param owner a unique name
   * @returns the progress; undefined when another owner has the lease or the subnet does not exist
   */
  take(subnetId: number, owner: string, seconds: number): Promise<ScanState | undefined>;
  /** Stores the progress if the owner has the lease. @returns whether it has */
  save(subnetId: number, owner: string, state: ScanState): Promise<boolean>;
  /** Releases the lease if the owner has it. */
  end(subnetId: number, owner: string): Promise<void>;
}

export interface HostPorts {
  readonly probe: HostProbe;
  readonly names: ReverseNames;
}
