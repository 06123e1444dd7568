import type { Sort } from './columns';
import type { Row } from './rows';

/** A row that was refused, by the line of the file in which it begins. */
export interface Refusal {
  readonly line: number;
  readonly message: string;
}

/** What rows are known by: a network may be there once in each VRF. */
const keys: Readonly<Record<Sort, readonly [string, ...string[]]>> = { addresses: ['ip'], subnets: ['subnet', 'mask', 'vrfId'] };

/** Mistakes that are seen without asking the service, also those that it would not see, as a trial has parts of a file alone. */
export function mistakesIn(sort: Sort, rows: readonly Row[]): Refusal[] {
  const seen = new Map<string, number>();
  const [first, ...others] = keys[sort];
  return rows.flatMap(({ line, item, mistake }) => {
    if (mistake !== undefined) return [{ line, message: mistake }];
    if (!item[first]) return [{ line, message: sort === 'addresses' ? 'No address' : 'No network' }];
    const key = [first, ...others].map((name) => String(item[name] ?? '').toLowerCase()).join(' ');
    const before = seen.get(key);
    seen.set(key, before ?? line);
    return before === undefined ? [] : [{ line, message: `The same as line ${before}` }];
  });
}
