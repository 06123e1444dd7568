import type { AnyRecord } from '../../api/client';
import { stateColor } from '../../ui/values/state-color';

export interface CellState {
  readonly name: string;
  readonly color: string;
  /** A letter that identifies the state without its colour; empty for the most common state. */
  readonly mark: string;
}

export type States = ReadonlyMap<string, CellState>;

const usual = '2';

/** Returns the states by id. Each state has a colour with sufficient contrast. The mark is a letter of the name. */
export function statesOf(tags: readonly AnyRecord[]): States {
  const marks = new Set<string>();
  return new Map(
    tags.map(({ id, type, bgcolor }) => {
      const name = String(type);
      const mark = String(id) === usual ? '' : markOf(name, marks);
      marks.add(mark);
      return [String(id), { name, mark, color: stateColor(String(bgcolor ?? '#888888')) }];
    }),
  );
}

/** The first unused letter of a name; a star if there is none. */
const markOf = (name: string, taken: ReadonlySet<string>): string =>
  [...name.toUpperCase()].find((letter) => /\p{L}|\p{N}/u.test(letter) && !taken.has(letter)) ?? '*';
