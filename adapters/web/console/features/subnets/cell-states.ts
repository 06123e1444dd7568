import type { AnyRecord } from '../../api/client';

/** How cells of a state look. */
export interface CellState {
  readonly name: string;
  readonly color: string;
  /** A letter, so that colours need not be told apart; the usual state has none. */
  readonly mark: string;
}

/** States by their ids. */
export type States = ReadonlyMap<string, CellState>;

/** The state that most addresses have. */
const usual = '2';

/** Pale colours that states have from the beginning, and what of them can be told apart, also by who sees no red or green. */
const strong: Readonly<Record<string, string>> = {
  '#f59c99': '#5c636a',
  '#a9c9a4': '#087f5b',
  '#9ac0cd': '#1864ab',
  '#c9c9c9': '#b93c0b',
};

/** How the cells of each state look: its colour dark enough for what stands on it, and a letter of its name. */
export function statesOf(tags: readonly AnyRecord[]): States {
  const marks = new Set<string>();
  return new Map(
    tags.map(({ id, type, bgcolor }) => {
      const name = String(type);
      const mark = String(id) === usual ? '' : markOf(name, marks);
      marks.add(mark);
      return [String(id), { name, mark, color: colorOf(String(bgcolor ?? '#888888')) }];
    }),
  );
}

/** The first letter of a name that no other state has; a star where there is none. */
const markOf = (name: string, taken: ReadonlySet<string>): string =>
  [...name.toUpperCase()].find((letter) => /\p{L}|\p{N}/u.test(letter) && !taken.has(letter)) ?? '*';

const colorOf = (color: string): string => strong[color.toLowerCase()] ?? `color-mix(in oklab, ${color} 62%, #123)`;
