import type { Prober } from '../../application/ports/scanning.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { type ProbeLimits, probeTime } from '../../domain/scan/scan-settings.js';
import { failureOf, type ProgramEnd, runProgram } from './run-program.js';

const program = 'ping';

/** Maximum rate in packets per second. Each packet needs a process. */
const maxPerSecond = 50;
const maxAtOnce = 32;

const maxOutput = 4096;

/** Exit codes of ping for an answer and for no answer. */
const [answered, silent] = [0, 1];

/** An unreachable host counts as not answering. */
const unreachable = /unreachable|no route|broadcast/i;

/** Probes with one process for each packet. @param file path of the program */
export const ping = (file: string): Prober => ({
  program,
  maxPacketsPerSecond: (timeoutMilliseconds) =>
    Math.max(1, Math.floor(Math.min(maxPerSecond, (maxAtOnce * 1000) / timeoutMilliseconds))),
  async probe(ips, limits, stop) {
    const giveUp = AbortSignal.any([AbortSignal.timeout(probeTime(limits, ips.length)), ...(stop ? [stop] : [])]);
    const pace = new Pace(limits.packetsPerSecond);
    const alive = new Set<IpAddress>();
    const left = ips.values();
    const work = async (): Promise<void> => {
      for (const ip of left) if (await answers(file, ip, limits, pace, giveUp)) alive.add(ip);
    };
    try {
      await Promise.all(Array.from({ length: Math.min(maxAtOnce, ips.length) }, work));
    } catch (error) {
      if (giveUp.aborted && !stop?.aborted) throw failureOf(program, { output: '', errors: '', code: null, killed: 'late' });
      throw error;
    }
    return ips.filter((ip) => alive.has(ip));
  },
});

async function answers(file: string, ip: IpAddress, limits: ProbeLimits, pace: Pace, stop: AbortSignal): Promise<boolean> {
  for (let attempt = 1; attempt <= limits.attempts; attempt++) {
    await pace.next();
    const wait = limits.timeoutMilliseconds;
    const words = ['-n', '-q', `-${ip.family}`, '-c', '1', '-W', String(wait / 1000), String(ip)];
    const end = await runProgram(file, words, { within: wait + 2000, maxOutput, stop });
    if (end.killed || !isAnswer(end)) throw failureOf(program, end);
    if (end.code === answered) return true;
  }
  return false;
}

/**
 * Whether the program ended with a valid result: the host answered, did not answer, or is unreachable. If the host answered, both
 * the exit code and the output must report it.
 */
const isAnswer = ({ code, output, errors }: ProgramEnd): boolean =>
  code === answered ? /\b1 (packets )?received\b/.test(output) : code === silent || unreachable.test(errors);

/** Spaces packets at equal intervals. */
class Pace {
  readonly #packetIntervalMs: number;
  #next = 0;

  constructor(perSecond: number) {
    this.#packetIntervalMs = 1000 / perSecond;
  }

  async next(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#packetIntervalMs;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  }
}
