import { cpus } from 'node:os';
import type { Benchmark } from './benchmarks/benchmark.js';
import type { Options } from './command-line.js';
import type { FirstNeed } from './first-need.js';
import { type LongRead, maxGrowth } from './long-read.js';
import type { Figure } from './rounds.js';
import { maxCheckMemory, maxCheckSeconds, maxStartShare, type SizeCost } from './size.js';
import { maxShare, type WatchingCost } from './watching.js';

/** A figure and its target. */
export interface Verdict {
  readonly name: string;
  readonly value: number;
  readonly target: number;
  /** Whether the target is a minimum or a maximum. */
  readonly bound: 'least' | 'most';
  readonly isMet: boolean;
}

/** All results of a run. */
export interface Results {
  readonly verdicts: readonly Verdict[];
  readonly figures: readonly Figure[];
  readonly firstNeed: FirstNeed | undefined;
  readonly longRead: LongRead | undefined;
  /** Cost of metrics and of the request log. */
  readonly watching: WatchingCost | undefined;
  /** Figures that depend, or should not depend, on the amount of stored data. */
  readonly size: SizeCost | undefined;
}

/** Compares ratios of benchmarks and other figures with their targets. */
export function verdictsOf(benchmarks: readonly Benchmark[], found: Omit<Results, 'verdicts'>): Verdict[] {
  const { figures, longRead, watching, size } = found;
  const rate = (benchmark: string, contender: string): number =>
    figures.find((figure) => figure.benchmark === benchmark && figure.contender === contender)?.requestsPerSecond ?? Number.NaN;
  const ratios = benchmarks.flatMap(({ name: benchmark, ratios: own }) =>
    own.map(({ name, of, to, target }): Verdict => {
      const value = rate(benchmark, of) / rate(benchmark, to);
      return { name, value, target, bound: 'least', isMet: Number.isFinite(value) && value >= target };
    }),
  );
  if (watching) ratios.push(atMost('processor time of GET one subnet, with metrics and log / without', watching.share, maxShare));
  if (longRead) ratios.push(atMost('memory growth when all addresses are read, MiB', longRead.peak - longRead.before, maxGrowth));
  return size ? [...ratios, ...sizeVerdicts(size)] : ratios;
}

const sizeVerdicts = ({ start, emptyStart, checkSeconds, checkMemory }: SizeCost): Verdict[] => [
  atMost('time to start, this database / an empty one', start / emptyStart, maxStartShare),
  atMost('hexipam check, seconds', checkSeconds, maxCheckSeconds),
  atMost('hexipam check, memory, MiB', checkMemory, maxCheckMemory),
];

const atMost = (name: string, value: number, target: number): Verdict => ({
  name,
  value,
  target,
  bound: 'most',
  isMet: value <= target,
});

/** Prints the results: ratios first, because other figures depend on the machine. */
export function printResults({ verdicts, figures, firstNeed, longRead, watching, size }: Results): string {
  const ratios = verdicts.map(({ name, value, target, bound, isMet }) => [
    name,
    value.toFixed(value >= 10 ? 0 : 2),
    `${bound === 'most' ? '<=' : '>='} ${target}`,
    isMet ? 'met' : 'NOT MET',
  ]);
  const rates = figures.map((figure) => [
    figure.contender,
    figure.side,
    rounded(figure.requestsPerSecond),
    figure.p50.toFixed(1),
    figure.p99.toFixed(1),
    milliseconds(figure.ownTime),
    milliseconds(figure.databaseTime),
    errorText(figure.errors),
    rounded(figure.peakMemory),
  ]);
  const chunks = [
    table(['RATIO', 'value', 'target', ''], ratios),
    table(['FOR THE RECORD', 'side', 'req/s', 'p50 ms', 'p99 ms', 'own CPU ms', 'db CPU ms', 'errors', 'peak MiB'], rates),
    firstNeed ? firstNeedText(firstNeed) : '',
    longRead ? longReadText(longRead) : '',
    watching ? watchingText(watching) : '',
    size ? sizeText(size) : '',
  ];
  return chunks.filter((chunk) => chunk !== '').join('\n\n');
}

/** Returns the results for the result file. */
export function machineRecord<R extends object>(options: Options, results: R) {
  const [{ model = 'unknown' } = {}] = cpus();
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, processors: cpus().length, model };
  return { at: new Date().toISOString(), machine, options, ...results };
}

const rounded = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 100 ? 1 : 0) : '-');

/** Formats a figure with sufficient digits. */
export const milliseconds = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 1) : '-');

const errorText = (errors: Figure['errors']): string =>
  Object.entries(errors)
    .map(([name, count]) => `${count} x ${name}`)
    .join(', ') || '0';

const firstNeedText = ({ contiguous, everySecond }: FirstNeed): string =>
  `First free address while free ranges are not gathered: ${contiguous.toFixed(1)} s, every second used ${everySecond.toFixed(1)} s`;

const longReadText = ({ seconds, bytes, before, peak }: LongRead): string =>
  `All addresses: ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s, memory from ${rounded(before)} to ${rounded(peak)} MiB`;

const watchingText = ({ without, with: watched, rounds }: WatchingCost): string =>
  `Metrics and log: ${milliseconds(watched)} ms of processor time a request, ${milliseconds(without)} ms without, in pairs ${rounds.map((share) => share.toFixed(2)).join(' ')}`;

function sizeText({ start, emptyStart, addresses, database, table: rows, indexes }: SizeCost): string {
  const perAddress = (bytes: number): string => (bytes / addresses).toFixed(0);
  const head = `Start: ${start.toFixed(2)} s, over an empty database ${emptyStart.toFixed(2)} s
${addresses} addresses: ${(database / 2 ** 20).toFixed(0)} MiB in all, ${perAddress(database)} bytes for each; their rows ${perAddress(rows)}`;
  const lines = indexes.map(({ name, bytesPerAddress, reads }) => [name, bytesPerAddress.toFixed(0), String(reads)]);
  return `${head}\n${table(['INDEX OF ADDRESSES', 'bytes each', 'reads'], lines)}`;
}

/** Formats a table with columns as wide as their widest cell, the first left-aligned, the others right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const aligned = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(aligned).join('  ').trimEnd()).join('\n');
}
