/** A result of the search: a record, page or action. */
export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** The type of the result: Address, Page, Action. */
  readonly sort: string;
  /** Whether the label equals the typed text. */
  readonly isExact: boolean;
  readonly open: () => void;
}

/** Moves exact results to the beginning. */
export const ranked = (hits: readonly Hit[]): readonly Hit[] => [
  ...hits.filter(({ isExact }) => isExact),
  ...hits.filter(({ isExact }) => !isExact),
];

/** Whether one of the texts equals the typed one, ignoring case. */
export const isExactly = (typed: string, ...texts: readonly unknown[]): boolean =>
  texts.some((text) => String(text ?? '').toLowerCase() === typed.toLowerCase());

/** Whether each word of a text is the beginning of a word in a label. */
export function hasWords(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/[\s/]+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((typedWord) => words.some((word) => word.startsWith(typedWord)));
}
