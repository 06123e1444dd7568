import type { Benchmark, Contender } from './benchmarks/benchmark.js';
import type { Options } from './command-line.js';
import type { LoadResult, Traffic } from './load/traffic.js';
import { ProcessMemory } from './process-memory.js';
import { processorTime } from './processor-time.js';
import type { Stage } from './stage.js';

/** The figures of one contender: medians over the rounds; errors of all rounds. */
export interface Figure {
  readonly benchmark: string;
  readonly contender: string;
  readonly side: string;
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: Readonly<Record<string, number>>;
  /** Milliseconds of processor time per request, of the contender and of the database server. */
  readonly ownTime: number;
  readonly databaseTime: number;
  /** MiB. */
  readonly peakMemory: number;
  /** Requests per second in each round. */
  readonly rounds: readonly number[];
}

/** An access token of Admin, and a key if contenders need one. */
interface Credentials {
  readonly token: string;
  readonly key: string;
}

/** Seconds of warm-up, until frequent code is compiled. */
const warmUp = 3;

interface Round extends LoadResult, Pick<Figure, 'ownTime' | 'databaseTime' | 'peakMemory'> {}

/** Measures the contenders of a benchmark in turn, round by round. @throws Error for an unexpected answer */
export async function runBenchmark(stage: Stage, benchmark: Benchmark, options: Options): Promise<Figure[]> {
  const token = await stage.token();
  const credentials = { token, key: benchmark.contenders.some(({ byKey }) => byKey) ? await stage.key(token) : '' };
  const rounds = new Map<Contender, Round[]>(benchmark.contenders.map((contender) => [contender, []]));
  for (const contender of benchmark.contenders) {
    await probe(stage, contender, credentials);
    await measure(stage, contender, 0, credentials, { ...options, duration: Math.min(warmUp, options.duration) });
  }
  for (let round = 1; round <= options.rounds; round++)
    for (const [contender, own] of rounds) own.push(await measure(stage, contender, round, credentials, options));
  return [...rounds].map(([contender, own]) => figureOf(benchmark.name, contender, own));
}

const positionOf = (stage: Stage, { side }: Contender) => (side === 'service' ? stage.service : stage.floors);

async function measure(
  stage: Stage,
  contender: Contender,
  round: number,
  credentials: Credentials,
  { connections, duration }: Options,
): Promise<Round> {
  const { url, pid } = positionOf(stage, contender);
  const traffic = withCredentials(contender, round, credentials);
  const memory = new ProcessMemory(pid);
  await stage.still();
  memory.resetPeak();
  const before = [processorTime(pid), processorTime(stage.database)] as const;
  const result = await stage.load.load({ url, traffic, connections, seconds: duration });
  const requests = result.completed + connections / 2; // requests in progress at the end are incomplete
  return {
    ...result,
    ownTime: (processorTime(pid) - before[0]) / requests,
    databaseTime: (processorTime(stage.database) - before[1]) / requests,
    peakMemory: memory.peak,
  };
}

/** Sends one request, to report the text of an error. */
async function probe(stage: Stage, contender: Contender, credentials: Credentials): Promise<void> {
  const { method, paths, headers = {}, body, firstId } = withCredentials(contender, 0, credentials);
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const sent = body === undefined ? {} : { body: body.replaceAll('{n}', 'ffff') };
  const url = `${positionOf(stage, contender).url}${paths[0]?.replace('{id}', String(firstId))}`;
  const answer = await fetch(url, { method, headers: { ...headers, ...content }, ...sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${contender.name}: ${answer.status} ${text.slice(0, 500)}`);
}

function withCredentials({ traffic, byKey }: Contender, round: number, { token, key }: Credentials): Traffic {
  const { headers, ...others } = traffic(round);
  const proof = byKey ? { authorization: `Bearer ${key}` } : { token };
  return { ...others, headers: { ...proof, ...headers } };
}

function figureOf(benchmark: string, { name, side }: Contender, rounds: readonly Round[]): Figure {
  const middle = (read: (round: Round) => number): number => median(rounds.map(read));
  const errors: Record<string, number> = {};
  for (const round of rounds)
    for (const [error, count] of Object.entries(round.errors)) errors[error] = (errors[error] ?? 0) + count;
  return {
    benchmark,
    contender: name,
    side,
    requestsPerSecond: middle((round) => round.requestsPerSecond),
    p50: middle((round) => round.p50),
    p99: middle((round) => round.p99),
    errors,
    ownTime: middle((round) => round.ownTime),
    databaseTime: middle((round) => round.databaseTime),
    peakMemory: Math.max(...rounds.map((round) => round.peakMemory)),
    rounds: rounds.map((round) => round.requestsPerSecond),
  };
}

/** Median; for an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}
