import type { Refusal } from './mistakes';
import type { Row } from './rows';

/** How far it has come, and what was refused so far. */
export interface Brought {
  readonly done: number;
  readonly refused: readonly Refusal[];
}

/** What became of an item. */
export interface Outcome {
  readonly status: string | number;
  readonly message: string;
}

/** How rows are sent. */
export interface Sending {
  /** Sends items in one request. @param before rows that are done already */
  readonly post: (items: readonly object[], before: number) => Promise<readonly Outcome[]>;
  /** Items of one request. */
  readonly together: number;
}

/** Sends rows part by part; what is refused holds up nothing. @throws what `post` throws */
export async function bring(
  { post, together }: Sending,
  rows: readonly Row[],
  tell: (brought: Brought) => void,
  isWanted: () => boolean = () => true,
): Promise<Brought> {
  let brought: Brought = { done: 0, refused: [] };
  for (let from = 0; from < rows.length && isWanted(); from += together) {
    const part = rows.slice(from, from + together);
    const outcomes = await post(
      part.map(({ item }) => item),
      brought.done,
    );
    const refused = part.flatMap((row, index) => refusalOf(row, outcomes[index]));
    brought = { done: brought.done + part.length - refused.length, refused: [...brought.refused, ...refused] };
    tell(brought);
  }
  return brought;
}

function refusalOf({ line, item }: Row, outcome: Outcome | undefined): Refusal[] {
  if (outcome && Number(outcome.status) < 400) return [];
  return [{ line, message: reasonOf(item, outcome?.message ?? 'Nothing was answered') }];
}

/** Of an address that lies nowhere the service can only say that no subnet was named. */
const reasonOf = (item: object, message: string): string =>
  'ip' in item && !('subnetId' in item) ? 'No network of the section holds it' : message;
