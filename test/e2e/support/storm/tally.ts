import type { StormEvent } from './history/history.js';

/** A table of the number of answers by request kind and status. */
export function tallyOf(events: readonly StormEvent[]): string {
  const counts = new Map<string, Map<string, number>>();
  for (const { request, answer } of events) {
    const own = counts.get(request.kind) ?? new Map<string, number>();
    const outcome = !answer ? 'broken' : answer.isUnknown ? 'unknown' : String(answer.status);
    own.set(outcome, (own.get(outcome) ?? 0) + 1);
    counts.set(request.kind, own);
  }
  const outcomes = [...new Set([...counts.values()].flatMap((own) => [...own.keys()]))].sort();
  const row = (name: string, cells: readonly string[]): string =>
    name.padEnd(22) + cells.map((cell) => cell.padStart(9)).join('');
  return [
    row('', outcomes),
    ...[...counts].map(([kind, own]) =>
      row(
        kind,
        outcomes.map((outcome) => String(own.get(outcome) ?? 0)),
      ),
    ),
  ].join('\n');
}
