import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SystemHostProbe } from '../../../adapters/hosts/system-host-probe.js';
import { ProbeError, type ProbeProgram } from '../../../application/ports/scanning.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { ProbeLimits } from '../../../domain/scan/scan-settings.js';
import { installed, leftOutWithout, leftOutWithoutNetworks } from '../../support/processes/installed-program.js';
import { NetworkNamespace } from '../../support/processes/network-namespace.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

const limits: ProbeLimits = { timeoutMilliseconds: 100, attempts: 1, packetsPerSecond: 500 };
/** Timeout for hosts that answer, in milliseconds. On a busy machine, a program reads an answer late. */
const ampleMs = 2000;
const ips = (...texts: readonly string[]): IpAddress[] => texts.map((text) => IpAddress.parse(text));

/** The first addresses of a /16. */
const run = (count: number, network = '127.1'): IpAddress[] =>
  Array.from({ length: count }, (_, index) => IpAddress.parse(`${network}.${index >> 8}.${index & 255}`));

describe('Probing hosts with the programs of the system', () => {
  let folder: TemporaryFolder;
  let scripts = 0;
  before(() => {
    folder = makeTemporaryFolder();
  });
  after(() => folder.remove());

  /** Creates a directory with a shell script that has the name of the program. */
  const withScript = (name: ProbeProgram, script: string): string => {
    const directory = join(folder.path, String(++scripts));
    mkdirSync(directory);
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, name), 0o755);
    return directory;
  };

  const probe = async (
    directories: readonly string[] | undefined,
    program: ProbeProgram,
    targets: readonly IpAddress[],
    timeoutMilliseconds = limits.timeoutMilliseconds,
  ) => {
    const prober = await new SystemHostProbe(directories).find(program);
    const packetsPerSecond = Math.min(500, prober.maxPacketsPerSecond(timeoutMilliseconds));
    return (await prober.probe(targets, { ...limits, timeoutMilliseconds, packetsPerSecond })).map(String);
  };

  const troubleOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      return `none: ${await work}`;
    } catch (error) {
      if (error instanceof ProbeError) return `${error.failure}: ${error.message}`;
      throw error;
    }
  };

  for (const program of ['fping', 'ping'] as const) {
    describe(`with ${program}${leftOutWithout(program)}`, () => {
      before(function () {
        // the program is not installed
        if (!installed(program)) this.skip();
      });

      it('finds all loopback addresses alive, IPv4 and IPv6, in the given order', async () => {
        expect(await probe(undefined, program, ips('127.9.0.2', '::1', '127.0.0.1'), ampleMs)).to.deep.equal([
          '127.9.0.2',
          '::1',
          '127.0.0.1',
        ]);
      });
    });

    describe(`with ${program} in its own network${leftOutWithout(program) || leftOutWithoutNetworks()}`, () => {
      it('distinguishes hosts that answer from silent ones', async function () {
        // the program is not installed
        if (!installed(program)) this.skip();
        const alive = ['10.99.0.3', 'fd00:99::3'];
        const namespace = NetworkNamespace.make(['10.99.0.1/24', 'fd00:99::1/64'], alive);
        // network namespaces need root
        if (!namespace) this.skip();
        try {
          const directory = withScript(program, `exec ${namespace.words.join(' ')} ${installed(program)} "$@"`);
          const targets = ips('10.99.0.2', '10.99.0.3', '10.99.0.4', 'fd00:99::2', 'fd00:99::3', '::1', '10.98.0.1');
          expect(await probe([directory], program, targets, ampleMs)).to.deep.equal([...alive, '::1']);
          expect(await probe([directory], program, ips('10.99.0.2'))).to.deep.equal([]);
        } finally {
          namespace.remove();
        }
      });
    });
  }

  it('uses fping, or else ping, and reports when neither is installed', async () => {
    const [fping, ping] = [withScript('fping', ''), withScript('ping', '')];
    expect((await new SystemHostProbe([ping, fping]).find('auto')).program).to.equal('fping');
    expect((await new SystemHostProbe([ping]).find('auto')).program).to.equal('ping');
    expect(await troubleOf(new SystemHostProbe([folder.path]).find('auto'))).to.equal(
      'missing: fping and ping are not installed',
    );
    expect(await troubleOf(new SystemHostProbe([ping]).find('fping'))).to.equal('missing: fping is not installed');
  });

  describe(`many hosts with fping${leftOutWithout('fping')}`, () => {
    before(function () {
      // fping is not installed
      if (!installed('fping')) this.skip();
    });

    it('probes a thousand addresses, and returns those that answer', async () => {
      const targets = run(1000);
      expect(await probe(undefined, 'fping', targets, ampleMs)).to.deep.equal(targets.map(String));
    });
  });

  const one = ips('127.0.0.1');
  const misbehaviour: readonly (readonly [title: string, program: ProbeProgram, script: string, expected: string])[] = [
    ['hangs', 'fping', 'sleep 600', 'late: fping did not finish in time'],
    ['hangs', 'ping', 'sleep 600', 'late: ping did not finish in time'],
    ['prints garbage', 'fping', 'echo 10.0.0.1 is alive', 'broken: fping printed unexpected output'],
    ['prints an address that was not requested', 'fping', 'echo 10.0.0.1', 'broken: fping printed unexpected output'],
    ['prints nothing and exits with 0', 'fping', 'exit 0', 'broken: fping printed unexpected output'],
    ['prints nothing and exits with 0', 'ping', 'exit 0', 'broken: ping ended with 0'],
    ['prints without end', 'fping', 'yes 127.0.0.1', 'broken: fping printed more than expected'],
    ['prints without end', 'ping', 'yes', 'broken: ping printed more than expected'],
    ['complains without end', 'fping', 'yes no >&2', 'late: fping did not finish in time'],
    [
      'may not send packets',
      'fping',
      'echo "fping: can\'t create socket (must run as root?)" >&2; exit 4',
      "forbidden: fping may not send packets, it needs the capability net_raw (fping: can't create socket (must run as root?))",
    ],
    [
      'may not send packets',
      'ping',
      'echo "ping: socket: Operation not permitted" >&2; exit 2',
      'forbidden: ping may not send packets, it needs the capability net_raw (ping: socket: Operation not permitted)',
    ],
    ['fails', 'fping', 'printf "bad \\033[31mthing" >&2; exit 3', 'broken: fping ended with 3: bad ?[31mthing'],
    ['is killed', 'fping', 'kill -9 $$', 'broken: fping ended with a signal'],
  ];
  for (const [title, program, script, expected] of misbehaviour)
    it(`fails when ${program} ${title} (${script})`, async () => {
      const prober = await new SystemHostProbe([withScript(program, script)]).find(program);
      expect(await troubleOf(prober.probe(one, { ...limits, timeoutMilliseconds: 50, packetsPerSecond: 20 }))).to.equal(expected);
    });

  it('stops the program and its child processes', async () => {
    const alive = join(folder.path, 'alive');
    const prober = await new SystemHostProbe([withScript('fping', `(sleep 1; touch ${alive}) & wait`)]).find('fping');
    const stop = new AbortController();
    const probing = troubleOf(prober.probe(one, { ...limits, timeoutMilliseconds: 5000 }, stop.signal));
    setTimeout(() => stop.abort(), 100);
    expect(await probing).to.equal('stopped: fping was stopped');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(existsSync(alive)).to.equal(false);
  });

  it('passes only addresses to the program, without the environment', async () => {
    const seen = join(folder.path, 'seen');
    const directory = withScript(
      'fping',
      `{ echo "$@"; env | grep -v '^PWD\\|^_=\\|^SHLVL\\|^OLDPWD'; cat; } > ${seen}; echo 127.0.0.1`,
    );
    expect(await probe([directory], 'fping', one)).to.deep.equal(['127.0.0.1']);
    expect(readFileSync(seen, 'utf8').trim().split('\n').sort()).to.deep.equal(
      ['-a -A -4 -i 2 -r 0 -t 100 -B 1', '127.0.0.1', 'LC_ALL=C', 'PATH=/usr/bin:/bin:/usr/sbin:/sbin'].sort(),
    );
  });
});
