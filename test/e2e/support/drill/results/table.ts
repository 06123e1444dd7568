import type { Verdict } from './verdict.js';

export interface Row {
  readonly title: string;
  readonly verdict: Verdict;
}

type Column = readonly [head: string, cell: (row: Row) => string];

const columns: readonly Column[] = [
  ['drill', ({ title }) => title],
  ['seconds without a write', ({ verdict }) => verdict.silence.toFixed(1)],
  ['acknowledged', ({ verdict }) => String(verdict.acknowledged)],
  ['refused (503)', ({ verdict }) => String(verdict.refused)],
  ['outcome unknown', ({ verdict }) => String(verdict.unknown)],
  ['lost', ({ verdict }) => String(verdict.lost)],
  ['doubled', ({ verdict }) => String(verdict.doubled)],
  ['answers of 500', ({ verdict }) => String(verdict.errors)],
  ['other', ({ verdict }) => String(verdict.other)],
];

/** The results as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns.map(([head]) => head)), `|${'---|'.repeat(columns.length)}`, ...lines.map(line)].join('\n');
}
