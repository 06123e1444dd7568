/** The place of a cell on a Hilbert curve that fills a square of so many cells a side (a power of two). */
export function placeOf(index: number, side: number): readonly [x: number, y: number] {
  let [x, y, rest] = [0, 0, index];
  for (let size = 1; size < side; size *= 2) {
    const right = 1 & (rest >> 1);
    const up = 1 & (rest ^ right);
    [x, y] = turned(size, x, y, right, up);
    x += size * right;
    y += size * up;
    rest >>= 2;
  }
  return [x, y];
}

/** The index of the cell at a place, the other way round. */
export function indexAt(x: number, y: number, side: number): number {
  let [left, top, index] = [x, y, 0];
  for (let size = side / 2; size >= 1; size /= 2) {
    const right = (left & size) > 0 ? 1 : 0;
    const up = (top & size) > 0 ? 1 : 0;
    index += size * size * ((3 * right) ^ up);
    [left, top] = turned(side, left, top, right, up);
  }
  return index;
}

function turned(size: number, x: number, y: number, right: number, up: number): [number, number] {
  if (up === 1) return [x, y];
  return right === 1 ? [size - 1 - y, size - 1 - x] : [y, x];
}
