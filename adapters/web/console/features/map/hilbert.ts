/** Orientation of the Hilbert curve in a square: `swaps` mirrors the curve at the diagonal, `inverts` rotates it by 180 degrees. */
export interface Orientation {
  readonly swaps: boolean;
  readonly inverts: boolean;
}

/** A square of consecutive curve positions. `x` and `y` count squares of the same size. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly turn: Orientation;
}

type Bit = 0 | 1;

/** The orientation of the curve in the whole address space. */
export const plain: Orientation = { swaps: false, inverts: false };

/** The quarters of a square as [x, y], in the order of the Hilbert curve (without mirroring or rotation). */
const quarters: readonly (readonly [Bit, Bit])[] = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
];

const other = (bit: Bit): Bit => (bit === 0 ? 1 : 0);

function quarterAt({ swaps, inverts }: Orientation, digit: number): readonly [Bit, Bit] {
  const [x, y] = quarters[digit] ?? [0, 0];
  const [left, top] = swaps ? [y, x] : [x, y];
  return inverts ? [other(left), other(top)] : [left, top];
}

function digitAt({ swaps, inverts }: Orientation, left: Bit, top: Bit): number {
  const [x, y] = inverts ? [other(left), other(top)] : [left, top];
  const [a, b] = swaps ? [y, x] : [x, y];
  return quarters.findIndex(([one, two]) => one === a && two === b);
}

const orientationWithin = ({ swaps, inverts }: Orientation, digit: number): Orientation => ({
  swaps: swaps !== (digit === 0 || digit === 3),
  inverts: inverts !== (digit === 3),
});

/**
 * Returns the square at an index of the curve in a square that is quartered `levels` times.
 * @param levels at most 15
 */
export function squareOf(index: number, levels: number, within: Orientation): Square {
  let [x, y, turn] = [0, 0, within];
  for (let level = levels - 1; level >= 0; level--) {
    const digit = (index >> (2 * level)) & 3;
    const [right, down] = quarterAt(turn, digit);
    [x, y, turn] = [2 * x + right, 2 * y + down, orientationWithin(turn, digit)];
  }
  return { x, y, turn };
}

/** The inverse of `squareOf`. */
export function indexAt(x: number, y: number, levels: number, within: Orientation): number {
  let [index, turn] = [0, within];
  for (let level = levels - 1; level >= 0; level--) {
    const digit = digitAt(turn, (x >> level) & 1 ? 1 : 0, (y >> level) & 1 ? 1 : 0);
    [index, turn] = [4 * index + digit, orientationWithin(turn, digit)];
  }
  return index;
}
