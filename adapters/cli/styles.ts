/** Capabilities of an output. */
export interface OutputStyle {
  /** Whether people read it: lists are aligned tables, otherwise lines with tabs. */
  readonly isTerminal: boolean;
  readonly hasColors: boolean;
}

export const plain: OutputStyle = { isTerminal: false, hasColors: false };

/** Two control sequences do not justify a package for colors. */
const paint =
  (begin: number, end: number) =>
  (text: string): string =>
    `\u001b[${begin}m${text}\u001b[${end}m`;

export const bold = paint(1, 22);
export const red = paint(31, 39);
