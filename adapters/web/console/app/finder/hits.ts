export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** The type of the result: Address, Page, Action. */
  readonly sort: string;
  readonly isExact: boolean;
  readonly open: () => void;
}

export const ranked = (hits: readonly Hit[]): readonly Hit[] => [
  ...hits.filter(({ isExact }) => isExact),
  ...hits.filter(({ isExact }) => !isExact),
];

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
