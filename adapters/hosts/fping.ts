import { ProbeError, type Prober } from '../../application/ports/scanning.js';
import type { Family, IpAddress } from '../../domain/net/ip-address.js';
import { type ProbeLimits, packetIntervalMs, probeTime } from '../../domain/scan/scan-settings.js';
import { failureOf, runProgram } from './run-program.js';

const program = 'fping';

/** Exit codes of fping after a complete probe. */
const [allAnswered, someDidNot] = [0, 1];

/** Maximum length of an address with line end, in bytes. */
const longestLine = 46;

/** Probes many addresses with one process. @param file path of the program */
export const fping = (file: string): Prober => ({
  program,
  maxPacketsPerSecond: () => 1000, // intervals below 1 ms require root
  async probe(ips, limits, stop) {
    const answered: IpAddress[] = [];
    for (const family of [4, 6] as const) {
      const some = ips.filter((ip) => ip.family === family);
      if (some.length > 0) answered.push(...(await probeFamily(file, family, some, limits, stop)));
    }
    const alive = new Set(answered);
    return ips.filter((ip) => alive.has(ip));
  },
});

async function probeFamily(
  file: string,
  family: Family,
  ips: readonly IpAddress[],
  limits: ProbeLimits,
  stop: AbortSignal | undefined,
): Promise<readonly IpAddress[]> {
  const end = await runProgram(file, argumentsFor(family, limits), {
    input: ips.map((ip) => `${ip}\n`).join(''),
    within: probeTime(limits, ips.length),
    maxOutput: ips.length * longestLine,
    stop,
  });
  if (end.killed || (end.code !== allAnswered && end.code !== someDidNot)) throw failureOf(program, end);
  const lines = new Set(end.output.split('\n').filter((line) => line !== ''));
  const alive = ips.filter((ip) => lines.delete(String(ip)));
  if (lines.size > 0 || (end.code === allAnswered) !== (alive.length === ips.length))
    throw new ProbeError('broken', `${program} printed unexpected output`);
  return alive;
}

/** Arguments for a list of responding addresses, with a fixed interval and timeout. Standard input contains the targets. */
const argumentsFor = (family: Family, { packetsPerSecond, attempts, timeoutMilliseconds }: ProbeLimits): string[] => [
  ...['-a', '-A', `-${family}`],
  ...['-i', String(packetIntervalMs(packetsPerSecond))],
  ...['-r', String(attempts - 1)],
  ...['-t', String(timeoutMilliseconds), '-B', '1'],
];
