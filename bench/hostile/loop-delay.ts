/**
 * Preloaded into the attacked service: records the delays of its event loop in a file. On a machine with busy processors, they
 * include the wait for a processor.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { attempt } from '../process-family.js';

/** Environment variable with the path of the file. */
const fileVariable = 'LOOP_DELAY_FILE';

/** Milliseconds between two measurements, and between two lines of the file. */
const resolution = 5;
const interval = 100;

/** Returns the environment variables that make a service record its delays. */
export const loopDelayVariables = (file: string, nodeOptions: string): Readonly<Record<string, string>> => ({
  [fileVariable]: file,
  NODE_OPTIONS: `${nodeOptions} --import=${import.meta.url}`,
});

/** Delay of a service's event loop in milliseconds. */
export interface LoopDelay {
  /** Longest time without a turn, including the wait for a busy processor. */
  readonly delay: number;
  /** Maximum processor time of the thread without a turn; 0 on systems other than Linux. */
  readonly block: number;
}

/** Returns the longest delays that a service recorded between two times. */
export function longestDelay(file: string, from: number, to: number): LoopDelay {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const seen = lines.map((line) => line.split(' ').map(Number)).filter(([at = 0]) => at >= from && at <= to + interval);
  const longest = (column: number): number => Math.max(0, ...seen.map((figures) => figures[column] ?? 0));
  return { delay: longest(1), block: longest(2) };
}

function writeDelays(file: string): void {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let block = 0;
  let used = processorTime();
  const query = (): void => {
    const now = processorTime();
    block = Math.max(block, now - used);
    used = now;
  };
  const write = (): void => {
    appendFileSync(file, `${Date.now()} ${Math.max(0, histogram.max / 1e6 - resolution)} ${block}\n`);
    histogram.reset();
    block = 0;
  };
  setInterval(query, resolution).unref();
  setInterval(write, interval).unref();
}

/** Processor time of the main thread in milliseconds. */
const processorTime = (): number =>
  Number(attempt(() => readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'utf8'))?.split(' ', 1)[0] ?? 0) / 1e6;

const file = process.env[fileVariable];
if (file !== undefined && isMainThread) writeDelays(file);
