import type { IpAddress } from '../../domain/net/ip-address.js';
import type { ProbeLimits, ProbePrograms } from '../../domain/scan/scan-settings.js';

/** A program that probes hosts. */
export type ProbeProgram = Exclude<ProbePrograms, 'auto'>;

/**
 * Why nothing is known: the program is not there, may not send packets, was not over in time, or did something that nobody
 * expects; or it was stopped.
 */
export type ProbeTrouble = 'missing' | 'forbidden' | 'late' | 'broken' | 'stopped';

/** A probe that says nothing of any host. Its text is for people. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
  readonly trouble: ProbeTrouble;

  constructor(trouble: ProbeTrouble, problem: string) {
    super(problem);
    this.trouble = trouble;
  }
}

/** A program that is there. */
export interface Prober {
  readonly program: ProbeProgram;
  /** Max packets that it can send in a second when it waits so long for each answer. */
  maxPacketsPerSecond(timeoutMilliseconds: number): number;
  /**
   * Probes addresses, each named once.
   * @param limits within which it keeps; packetsPerSecond is at most what it can send
   * @param stop ends it early
   * @returns those that answered, in the order in which they were given
   * @throws ProbeError when it is not over within the time that the limits allow (probeTime), or cannot tell for any of them
   */
  probe(ips: readonly IpAddress[], limits: ProbeLimits, stop?: AbortSignal): Promise<readonly IpAddress[]>;
}

/** Finds out which hosts answer. */
export interface HostProbe {
  /** @throws ProbeError missing */
  find(program: ProbePrograms): Promise<Prober>;
}

/** Looks names of hosts up in the DNS. */
export interface ReverseNames {
  /**
   * The names that an address has.
   * @param maxWait in milliseconds
   * @returns none also when the lookup fails or takes too long
   */
  namesOf(ip: IpAddress, maxWait: number): Promise<readonly string[]>;
}

/** Where the scan of a subnet stands. */
export interface ScanState {
  /** The address from which it goes on; null: it has not begun. */
  readonly next: IpAddress | null;
  /** When it began: YYYY-MM-DD HH:MM:SS in UTC. */
  readonly begun: string | null;
}

/**
 * Who scans a subnet, one at a time, and how far the scan has come. The lease ends by itself, by the clock of the storage, when
 * its owner does not renew it in time; where the scan stands stays for the next one.
 */
export interface SubnetScanRepository {
  /**
   * Takes the lease of a subnet, or renews it.
   * @param owner a name that nobody else has
   * @returns where the scan stands; undefined when another one has the lease, or there is no such subnet
   */
  take(subnetId: number, owner: string, seconds: number): Promise<ScanState | undefined>;
  /** Remembers where the scan stands, if the owner has the lease. @returns whether it has */
  save(subnetId: number, owner: string, state: ScanState): Promise<boolean>;
  /** Ends the lease, if the owner has it. */
  end(subnetId: number, owner: string): Promise<void>;
}

/** What asks hosts. */
export interface HostPorts {
  readonly probe: HostProbe;
  readonly names: ReverseNames;
}
