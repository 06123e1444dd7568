import { expect } from 'chai';
import { SystemHostProbe } from '../../../adapters/hosts/system-host-probe.js';
import { type HostProbe, ProbeError } from '../../../application/ports/scanning.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { ProbeLimits, ProbePrograms } from '../../../domain/scan/scan-settings.js';
import { FakeHosts } from '../../support/fake-hosts.js';
import { installed, leftOutWithout } from '../../support/processes/installed-program.js';

/** Probes for the suite. Loopback addresses answer all of them. */
interface ProbeVariant {
  readonly name: string;
  readonly program: ProbePrograms;
  readonly isThere: boolean;
  open(): HostProbe;
}

const loopback = ['127.9.0.2', '::1', '127.0.0.1'].map((text) => IpAddress.parse(text));

/** On a busy machine, a program reads an answer late. */
const limits: ProbeLimits = { timeoutMilliseconds: 2000, attempts: 1, packetsPerSecond: 20 };

function fakeHosts(): HostProbe {
  const hosts = new FakeHosts();
  for (const ip of loopback) hosts.alive.add(String(ip));
  return hosts.probe;
}

const variants: readonly ProbeVariant[] = [
  { name: 'hosts of a test', program: 'auto', isThere: true, open: fakeHosts },
  ...(['fping', 'ping'] as const).map((program) => ({
    ...{ name: `${program}${leftOutWithout(program)}`, program, isThere: installed(program) !== undefined },
    open: () => new SystemHostProbe(),
  })),
];

for (const variant of variants)
  describe(`HostProbe over ${variant.name}`, () => {
    let hosts: HostProbe;
    before(function () {
      // the server or program of this variant is not installed
      if (!variant.isThere) this.skip();
      hosts = variant.open();
    });

    const troubleOf = async (work: Promise<unknown>): Promise<string> => {
      try {
        return `none: ${await work}`;
      } catch (error) {
        if (error instanceof ProbeError) return error.failure;
        throw error;
      }
    };

    it('reports its program, and supports at least one packet per second', async () => {
      const prober = await hosts.find(variant.program);
      expect(prober.program).to.be.oneOf(['fping', 'ping']);
      if (variant.program !== 'auto') expect(prober.program).to.equal(variant.program);
      expect(prober.maxPacketsPerSecond(limits.timeoutMilliseconds)).to.be.at.least(1);
    });

    it('returns the addresses that answer, in the given order, IPv4 and IPv6', async () => {
      const prober = await hosts.find(variant.program);
      expect((await prober.probe(loopback, limits)).map(String)).to.deep.equal(loopback.map(String));
    });

    it('returns nothing for an empty list', async () => {
      const prober = await hosts.find(variant.program);
      expect(await prober.probe([], limits)).to.deep.equal([]);
    });

    it('reports an abort before its start', async () => {
      const prober = await hosts.find(variant.program);
      const stop = new AbortController();
      stop.abort();
      expect(await troubleOf(prober.probe(loopback, limits, stop.signal))).to.equal('stopped');
    });
  });
