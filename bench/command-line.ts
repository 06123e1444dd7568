import { parseArgs } from 'node:util';
import { maxRounds } from './benchmarks/allocation.js';

/** What is measured, and how. */
export interface Options {
  readonly embedded: boolean;
  /** Parts of names of benchmarks; all when there is none. */
  readonly only: readonly string[];
  /** Of one round, in seconds. */
  readonly duration: number;
  readonly rounds: number;
  readonly connections: number;
  /** Share of the full sizes. */
  readonly scale: number;
  readonly workers: number | undefined;
  /** Whether the database waits for the disk. */
  readonly durable: boolean;
  readonly file: string;
  /** An earlier result, with which this one is compared if it is there. */
  readonly baseline: string;
}

export const help = `usage: npm run bench -- [OPTION...]
  --pglite             on the embedded database rather than on a PostgreSQL server
  --only NAME,...      only the benchmarks with these words in their names
  --only hostile       how long others wait while one client attacks; not among the others;
                       hostile,NAME,... for some attacks only
  --only console       how long pages of the console take in Chromium; not among the others
  --duration SECONDS   of one round (default: 3)
  --rounds COUNT       of each contender, of which the median is told (default: 3)
  --connections COUNT  (default: 8)
  --scale SHARE        of the full sizes, e.g. 0.1 (default: 1)
  --workers COUNT      passed on to serve
  --fast               the database does not wait for the disk: it is the processors that count
  --json FILE          where the figures go (default: bench-results.json)
  --baseline FILE      an earlier result: what is worse by more than 15 % is named (default: bench/baseline.json)`;

/** Reads the words behind the program's name. @throws Error that tells what is wrong with them */
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
