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

/** What asks hosts. */
export interface HostPorts {
  readonly probe: HostProbe;
  readonly names: ReverseNames;
}
