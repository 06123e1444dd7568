import { setTimeout as delay } from 'node:timers/promises';
import { type HostPorts, ProbeError, type ProbeFailure } from '../../application/ports/scanning.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import type { ProbeLimits } from '../../domain/scan/scan-settings.js';

/** Fake hosts whose state a test sets. */
export class FakeHosts implements HostPorts {
  /** Addresses that answer probes. */
  readonly alive = new Set<string>();
  /** Names by address; failure: the lookup fails, silence: the lookup times out. */
  readonly namesByIp = new Map<string, readonly string[] | 'failure' | 'silence'>();
  /** Probed addresses of each probe. */
  readonly probed: string[][] = [];
  /** Limits of the last probe. */
  limits: ProbeLimits | undefined;
  /** Failure of every probe; undefined: probes succeed. */
  trouble: ProbeFailure | undefined;
  /** Runs between a probe and its answer. */
  meanwhile: (ips: readonly string[]) => Promise<void> = async () => {};

  readonly probe: HostPorts['probe'] = {
    find: async () => {
      if (this.trouble === 'missing') throw new ProbeError('missing', 'fping is not installed');
      return {
        program: 'fping',
        maxPacketsPerSecond: () => 1000,
        probe: (ips, limits, stop) => this.#answer(ips, limits, stop),
      };
    },
  };

  readonly names: HostPorts['names'] = {
    namesOf: async (ip, maxWait) => {
      const names = this.namesByIp.get(String(ip)) ?? [];
      if (names === 'silence') await delay(maxWait);
      return typeof names === 'string' ? [] : names;
    },
  };

  async #answer(ips: readonly IpAddress[], limits: ProbeLimits, stop?: AbortSignal): Promise<readonly IpAddress[]> {
    this.probed.push(ips.map(String));
    this.limits = limits;
    const answered = ips.filter((ip) => this.alive.has(String(ip)));
    await this.meanwhile(ips.map(String));
    if (stop?.aborted) throw new ProbeError('stopped', 'fping was stopped');
    if (this.trouble) throw new ProbeError(this.trouble, 'fping says why');
    return answered;
  }
}
