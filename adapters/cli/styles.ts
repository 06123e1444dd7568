/** What an output can show. */
export interface OutputStyle {
  /** Whether people read it: lists are tables then, else lines with tabs. */
  readonly isTerminal: boolean;
  readonly hasColors: boolean;
}

/** An output that a program may read. */
export const plain: OutputStyle = { isTerminal: false, hasColors: false };

/** Two control sequences and their ends do what a package for colors would. */
const paint =
  (begin: number, end: number) =>
  (text: string): string =>
    `\u001b[${begin}m${text}\u001b[${end}m`;

export const bold = paint(1, 22);
export const red = paint(31, 39);
