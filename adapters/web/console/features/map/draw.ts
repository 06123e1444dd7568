import { share } from '../../values/numbers';
import type { Space } from './space';

/** Width and height of the canvas in pixels. */
export const pixels = 1024;

/** The fill color of a network. @param filled utilization from 0 to 1 */
export const fillOf = (filled: number, isDark: boolean): string =>
  `hsl(${Math.round(174 - 174 * Math.min(1, filled) ** 2)} ${isDark ? '55% 42%' : '58% 46%'})`;

export function draw(pen: CanvasRenderingContext2D, space: Space, isDark: boolean): void {
  const { side, map } = space;
  const size = pixels / side;
  const places = Array.from({ length: side ** 2 }, (_, index) => space.placeOf(index));
  pen.clearRect(0, 0, pixels, pixels);
  const paint = (index: number, color: string, gap: number) => {
    const [x, y] = places[index] ?? [0, 0];
    pen.fillStyle = color;
    pen.fillRect(x * size, y * size, size - gap, size - gap);
  };
  for (const index of places.keys()) paint(index, isDark ? '#20252a' : '#eef1f4', 1);
  for (const network of map.networks) {
    const { from, until } = space.cellsOf(network);
    const filled = share(network.used, network.maxhosts);
    const color = network.isLeaf ? fillOf(filled, isDark) : isDark ? '#2d4a4d' : '#cfe7e4';
    for (let index = from; index < until; index++) paint(index, color, until - from > 1 && network.isLeaf ? 0 : 1);
  }
  for (const [index, , used, maxhosts] of map.cells)
    paint(Number(index), fillOf(share(String(used), String(maxhosts)), isDark), 1);
  outline(pen, space, isDark ? '#14171a' : '#ffffff');
}

function outline(pen: CanvasRenderingContext2D, space: Space, color: string): void {
  const { side, map } = space;
  const size = pixels / side;
  const owners = new Int32Array(side ** 2);
  for (const [number, network] of map.networks.entries()) {
    const { from, until } = space.cellsOf(network);
    for (let index = from; index < until; index++) {
      const [x, y] = space.placeOf(index);
      owners[y * side + x] = number + 1;
    }
  }
  pen.fillStyle = color;
  for (const [place, owner] of owners.entries()) {
    const [x, y] = [place % side, Math.floor(place / side)];
    if (x + 1 < side && owners[place + 1] !== owner) pen.fillRect((x + 1) * size - 2, y * size, 2, size);
    if (y + 1 < side && owners[place + side] !== owner) pen.fillRect(x * size, (y + 1) * size - 2, size, 2);
  }
}
