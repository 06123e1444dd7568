import type { Refusal } from './mistakes';
import type { Row } from './rows';

/** How far it has come, and what was refused so far. */
export interface ImportProgress {
  readonly done: number;
  readonly refused: readonly Refusal[];
}

/** What became of an item. */
export interface Outcome {
  readonly status: string | number;
  readonly message: string;
  readonly id?: string | number | undefined;
}

/** How rows are sent. */
export interface Sending {
  /** Sends items in one request. @param before rows that are done already */
  readonly post: (items: readonly object[], before: number) => Promise<readonly Outcome[]>;
  /** Items of one request. */
  readonly together: number;
  /** Whether what was sent is there afterwards. */
  readonly isStored: boolean;
}

/**
 * Sends rows part by part, those below other rows behind these; what is refused holds up nothing but what is to hang from it.
 * Rows that lie inside one another share no request: a trial, whose rows cannot hang from one another yet, would refuse them.
 * @throws what `post` throws
 */
export async function importRows(
  { post, together, isStored }: Sending,
  rows: readonly Row[],
  tell: (brought: ImportProgress) => void,
  isWanted: () => boolean = () => true,
): Promise<ImportProgress> {
  const ids = new Map<number, string>();
  const refused: Refusal[] = [];
  const sound = new Set(rows.map(({ line }) => line));
  let done = 0;
  for (const part of batchesOf(rows, together)) {
    if (!isWanted()) break;
    const possible = part.filter(({ above }) => above === undefined || sound.has(above));
    const items = possible.map((row) => itemOf(row, isStored ? ids : undefined));
    const outcomes = items.length > 0 ? await post(items, done) : [];
    const outcomeOf = new Map(possible.map(({ line }, index) => [line, outcomes[index]]));
    for (const row of part) {
      const outcome = outcomeOf.get(row.line);
      const message = outcomeOf.has(row.line)
        ? refusalOf(row, outcome)
        : `The network above it, in line ${row.above}, is refused`;
      if (message === undefined) done++;
      else refused.push({ line: row.line, message });
      if (message !== undefined) sound.delete(row.line);
      else if (outcome?.id !== undefined) ids.set(row.line, String(outcome.id));
    }
    tell({ done, refused: [...refused] });
  }
  return { done, refused };
}

/** The rows of one request each: rows that lie inside others come later than these. */
function batchesOf(rows: readonly Row[], together: number): Row[][] {
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const levels: Row[][] = [];
  for (const row of rows) {
    let level = 0;
    for (let above = aboveOf(row, byLine); above; above = aboveOf(above, byLine)) level++;
    for (let depth = levels.length; depth <= level; depth++) levels.push([]);
    levels[level]?.push(row);
  }
  return levels.flatMap((level) =>
    Array.from({ length: Math.ceil(level.length / together) }, (_, part) => level.slice(part * together, (part + 1) * together)),
  );
}

const aboveOf = ({ above }: Row, byLine: ReadonlyMap<number, Row>): Row | undefined =>
  above === undefined ? undefined : byLine.get(above);

/** @param ids of rows that are in, by their lines */
function itemOf({ item, above }: Row, ids: ReadonlyMap<number, string> | undefined): object {
  return above === undefined || !ids ? item : { ...item, masterSubnetId: ids.get(above) };
}

function refusalOf({ item }: Row, outcome: Outcome | undefined): string | undefined {
  if (outcome && Number(outcome.status) < 400) return undefined;
  return reasonOf(item, outcome?.message ?? 'Nothing was answered');
}

/** Of an address that lies nowhere the service can only say that no subnet was named. */
const reasonOf = (item: object, message: string): string =>
  'ip' in item && !('subnetId' in item) ? 'No network of the section holds it' : message;
