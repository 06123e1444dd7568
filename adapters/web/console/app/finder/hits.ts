/** A result of the search: a record, page or action. */
export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** What it is: Address, Page, Action. */
  readonly sort: string;
  /** Whether it is exactly what was typed. */
  readonly isExact: boolean;
  readonly open: () => void;
}

/** Exact hits first; otherwise the order stays. */
export const ranked = (hits: readonly Hit[]): readonly Hit[] => [
  ...hits.filter(({ isExact }) => isExact),
  ...hits.filter(({ isExact }) => !isExact),
];

/** Whether one of the texts is the typed one, ignoring case. */
export const isExactly = (typed: string, ...texts: readonly unknown[]): boolean =>
  texts.some((text) => String(text ?? '').toLowerCase() === typed.toLowerCase());

/** Whether a label has all words of a text, each at the beginning of a word. */
export function hasWords(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/[\s/]+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}
