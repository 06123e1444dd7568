import { parseArgs } from 'node:util';
import { maxRounds } from './benchmarks/allocation.js';

/** Options of a run. */
export interface Options {
  readonly embedded: boolean;
  /** Parts of benchmark names; empty for all benchmarks. */
  readonly only: readonly string[];
  /** Duration of a round in seconds. */
  readonly duration: number;
  readonly rounds: number;
  readonly connections: number;
  /** Factor of the full data sizes. */
  readonly scale: number;
  readonly workers: number | undefined;
  /** Whether commits wait for the disk. */
  readonly durable: boolean;
  readonly file: string;
  /** File of an earlier result to compare with, if it exists. */
  readonly baseline: string;
}

export const help = `usage: npm run bench -- [OPTION...]
  --pglite             on the embedded database rather than on a PostgreSQL server
  --only NAME,...      only the benchmarks with these words in their names
  --only hostile       how long others wait while one client attacks; not among the others;
                       hostile,NAME,... for some attacks only
  --only console       how long pages of the console take in Chromium; not among the others
  --duration SECONDS   of one round (default: 3)
  --rounds COUNT       of each contender; the median is reported (default: 3)
  --connections COUNT  (default: 8)
  --scale SHARE        of the full sizes, e.g. 0.1 (default: 1)
  --workers COUNT      passed on to serve
  --fast               the database does not wait for the disk: it is the processors that count
  --json FILE          where the figures go (default: bench-results.json)
  --baseline FILE      an earlier result: what is worse by more than 15 % is named (default: bench/baseline.json)`;

/** Parses the arguments after the program's name. @throws Error with the problem */
export function readOptions(words: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...words],
    options: {
      pglite: { type: 'boolean', default: false },
      fast: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      duration: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '8' },
      scale: { type: 'string', default: '1' },
      workers: { type: 'string' },
      json: { type: 'string', default: 'bench-results.json' },
      baseline: { type: 'string', default: 'bench/baseline.json' },
    },
  });
  if (values.help) return 'help';
  return {
    embedded: values.pglite,
    durable: !values.fast,
    only: values.only.split(',').filter((name) => name !== ''),
    duration: positive('duration', values.duration),
    rounds: Math.min(positive('rounds', values.rounds), maxRounds),
    connections: positive('connections', values.connections),
    scale: positive('scale', values.scale),
    workers: values.workers === undefined ? undefined : positive('workers', values.workers),
    file: values.json,
    baseline: values.baseline,
  };
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} takes a number above 0, not ${JSON.stringify(text)}`);
  return number;
}
