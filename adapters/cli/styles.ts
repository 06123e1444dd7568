export interface OutputStyle {
  /** Whether the output is a terminal. Then lists are aligned tables, otherwise lines with tabs. */
  readonly isTerminal: boolean;
  readonly hasColors: boolean;
}

export const plain: OutputStyle = { isTerminal: false, hasColors: false };

/** Colors a text with control sequences. */
const paint =
  (begin: number, end: number) =>
  (text: string): string =>
    `\u001b[${begin}m${text}\u001b[${end}m`;

export const bold = paint(1, 22);
export const red = paint(31, 39);
