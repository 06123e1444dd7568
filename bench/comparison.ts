import { readFileSync } from 'node:fs';
import type { Options } from './command-line.js';
import { type machineRecord, milliseconds, type Results, table, type Verdict } from './report.js';
import type { Figure } from './rounds.js';

/** The result file of an earlier run. */
type Record = ReturnType<typeof machineRecord> & Pick<Results, 'verdicts' | 'figures'>;

/** A figure that became worse. */
export interface Worsening {
  readonly name: string;
  readonly what: string;
  readonly before: number;
  readonly now: number;
  /** Relative change: 1 means twice the time, or half the rate. */
  readonly share: number;
}

/** The comparison of a run with an earlier one. */
export interface Comparison {
  readonly at: string;
  /** Reasons why figures of the earlier run were not compared. */
  readonly remarks: readonly string[];
  readonly compared: number;
  readonly worse: readonly Worsening[];
}

/** Tolerated relative change, because the load of machines varies. */
const tolerance = 0.15;

/** Options that affect figures. */
const decisive = ['embedded', 'durable', 'scale', 'connections', 'workers'] as const satisfies (keyof Options)[];

/** Reads the result of an earlier run; undefined if the file does not exist. @throws Error for an invalid file */
export function readRecord(file: string): Record | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const record: Record = JSON.parse(text);
  if (!Array.isArray(record.figures) || !Array.isArray(record.verdicts))
    throw new Error(`${file} is not a result of a benchmark`);
  return record;
}

/**
 * Compares a run with an earlier one. Ratios are compared on any machine, processor time and rates only on the same processor
 * model. Runs with other sizes or another database are not compared.
 */
export function compare(now: Record, before: Record): Comparison {
  const differing = decisive.filter((name) => now.options[name] !== before.options[name]);
  if (differing.length > 0)
    return {
      at: before.at,
      remarks: [`it ran with other options (${differing.join(', ')}): nothing is compared`],
      compared: 0,
      worse: [],
    };
  const isSameMachine = JSON.stringify(now.machine) === JSON.stringify(before.machine);
  const remarks = isSameMachine ? [] : ['it ran on another machine: only ratios are compared'];
  const changes = [...ratioChanges(now, before), ...(isSameMachine ? figureChanges(now, before) : [])];
  const known = changes.filter(({ share }) => Number.isFinite(share));
  return { at: before.at, remarks, compared: known.length, worse: known.filter(({ share }) => share > tolerance) };
}

function ratioChanges(now: Record, before: Record): Worsening[] {
  return now.verdicts.flatMap((verdict) => {
    const earlier = before.verdicts.find(({ name }) => name === verdict.name);
    return earlier ? [change(verdict.name, 'ratio', earlier.value, verdict.value, verdict.bound)] : [];
  });
}

const figuresCompared = [
  { what: 'own CPU ms', read: (figure: Figure) => figure.ownTime, bound: 'most' },
  { what: 'db CPU ms', read: (figure: Figure) => figure.databaseTime, bound: 'most' },
  { what: 'req/s', read: (figure: Figure) => figure.requestsPerSecond, bound: 'least' },
] as const;

/** Compares the figures of the service; those of floors only serve as reference. */
function figureChanges(now: Record, before: Record): Worsening[] {
  return now.figures.flatMap((figure) => {
    const earlier = before.figures.find((one) => one.contender === figure.contender && one.benchmark === figure.benchmark);
    if (!earlier || figure.side !== 'service') return [];
    return figuresCompared.map(({ what, read, bound }) => change(figure.contender, what, read(earlier), read(figure), bound));
  });
}

/** @param bound whether a lower or a higher value is worse; figures without a value (null in a file) are not compared */
function change(name: string, what: string, before: number | null, now: number, bound: Verdict['bound']): Worsening {
  const earlier = before ?? Number.NaN;
  return { name, what, before: earlier, now, share: bound === 'least' ? earlier / now - 1 : now / earlier - 1 };
}

/** Prints figures that became worse than in an earlier run. */
export function printComparison({ at, remarks, compared, worse }: Comparison): string {
  const rows = worse.map(({ name, what, before, now, share }) => [
    name,
    what,
    milliseconds(before),
    milliseconds(now),
    `${(share * 100).toFixed(0)} %`,
  ]);
  const head = [`COMPARED WITH ${at}: ${[`${compared} figures`, ...remarks].join(', ')}`];
  if (compared > 0 && rows.length === 0) head.push('nothing is worse by more than 15 %');
  return [...head, table(['WORSE', 'figure', 'before', 'now', 'by'], rows)].filter((chunk) => chunk !== '').join('\n');
}
