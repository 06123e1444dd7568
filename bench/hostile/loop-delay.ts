/**
 * Runs within the service that is attacked, before its own code: writes down for how long its event loop was held up. What it
 * tells is the service's own blocking, though on a machine whose processors are all busy the wait for one is in it too.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { attempt } from '../process-family.js';

/** The variable that names the file into which the service writes. */
const fileVariable = 'LOOP_DELAY_FILE';

/** Milliseconds between two looks at the event loop, and between two lines of the file. */
const resolution = 5;
const interval = 100;

/** What a service needs in its environment to write its delays into a file. */
export const loopDelayVariables = (file: string, nodeOptions: string): Readonly<Record<string, string>> => ({
  [fileVariable]: file,
  NODE_OPTIONS: `${nodeOptions} --import=${import.meta.url}`,
});

/** How long the event loop of a service was held up, in milliseconds. */
export interface LoopDelay {
  /** The longest time without a turn: on a busy machine, the wait for a processor is in it. */
  readonly delay: number;
  /** The most processor time that its thread used without a turn; 0 on other systems than Linux. */
  readonly block: number;
}

/** The longest delays that a service wrote down between two times. */
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
  const look = (): void => {
    const now = processorTime();
    block = Math.max(block, now - used);
    used = now;
  };
  const write = (): void => {
    appendFileSync(file, `${Date.now()} ${Math.max(0, histogram.max / 1e6 - resolution)} ${block}\n`);
    histogram.reset();
    block = 0;
  };
  setInterval(look, resolution).unref();
  setInterval(write, interval).unref();
}

/** Of the main thread, in milliseconds. */
const processorTime = (): number =>
  Number(attempt(() => readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'utf8'))?.split(' ', 1)[0] ?? 0) / 1e6;

const file = process.env[fileVariable];
if (file !== undefined && isMainThread) writeDelays(file);
