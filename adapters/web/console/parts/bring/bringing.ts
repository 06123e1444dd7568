import { ApiError, send } from '../../api/client';
import { count } from '../values/numbers';
import type { IdOf, Sort, Target } from './columns';
import type { CsvTable } from './csv';

/** Items of one request. A trial is one transaction, for which others wait on an embedded database, so it has fewer. */
const [triedTogether, writtenTogether] = [50, 500];

/** A row that was refused, by its number in the file, from 1 for the first below the titles. */
export interface Refusal {
  readonly row: number;
  readonly message: string;
}

/** How far it has come, and what was refused so far. */
export interface Brought {
  readonly done: number;
  readonly refused: readonly Refusal[];
}

interface Outcome {
  readonly status: string | number;
  readonly message: string;
}

/** @throws ApiError which tells how many rows were brought in before */
async function sendPart(path: string, items: readonly object[], before: number): Promise<{ readonly data: readonly Outcome[] }> {
  try {
    return await send('POST', path, { items });
  } catch (error) {
    if (!(error instanceof ApiError) || before === 0) throw error;
    const text = `${count(before)} rows are in, then: ${error.message}. Try all rows out once more to see which are left.`;
    throw new ApiError(error.status, text, error.body);
  }
}

/** Tries rows out, or writes them, part by part; what is refused holds up nothing. @throws ApiError */
export async function bring(
  sort: Sort,
  items: readonly object[],
  isTrial: boolean,
  tell: (brought: Brought) => void,
  isWanted: () => boolean = () => true,
): Promise<Brought> {
  let brought: Brought = { done: 0, refused: [] };
  const together = isTrial ? triedTogether : writtenTogether;
  for (let from = 0; from < items.length && isWanted(); from += together) {
    const part = items.slice(from, from + together);
    const path = `${sort}/bulk/${isTrial ? '?dry_run=1' : ''}`;
    const { data } = await sendPart(path, part, isTrial ? 0 : brought.done);
    const refused = data.flatMap(({ status, message }, index) =>
      Number(status) >= 400 ? [{ row: from + index + 1, message: reasonOf(part[index], message) }] : [],
    );
    brought = { done: brought.done + data.length - refused.length, refused: [...brought.refused, ...refused] };
    tell(brought);
  }
  return brought;
}

/** Of an address that lies nowhere the service can only say that no subnet was named. */
const reasonOf = (item: object | undefined, message: string): string =>
  item && 'ip' in item && !('subnetId' in item) ? 'No network of the section holds it' : message;

/** Rows that name what an earlier row names: a trial of parts of a file does not see them. */
export function twice(items: readonly object[], names: readonly string[]): Refusal[] {
  const seen = new Map<string, number>();
  return items.flatMap((item, index) => {
    const values: Readonly<Record<string, unknown>> = { ...item };
    const key = names.map((name) => String(values[name] ?? '').toLowerCase()).join(' ');
    if (key.trim() === '') return [{ row: index + 1, message: `No ${names[0]}` }];
    const before = seen.get(key);
    seen.set(key, before ?? index + 1);
    return before === undefined ? [] : [{ row: index + 1, message: `The same as row ${before}` }];
  });
}

/** Rows that name records which nobody can tell. */
export function unnamed({ rows }: CsvTable, fields: readonly string[], targets: readonly Target[], idOf: IdOf): Refusal[] {
  const columns = fields.map((field) => targets.find(({ name, refersTo }) => name === field && refersTo));
  return rows.flatMap((row, index) => {
    const at = columns.findIndex((target, place) => target && row[place] && idOf(target, row[place]) === undefined);
    const target = columns[at];
    return target
      ? [{ row: index + 1, message: `${target.label}: there is none that is called ${row[at]}, or more than one` }]
      : [];
  });
}
