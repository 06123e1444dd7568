import { share } from '../../values/numbers';
import type { MapNetwork, Space } from './space';

export const pixels = 1024;

/** @param filled utilization from 0 to 1 */
export const fillOf = (filled: number, isDark: boolean): string =>
  `hsl(${Math.round(174 - 174 * Math.min(1, filled) ** 2)} ${isDark ? '55% 42%' : '58% 46%'})`;

export const colorsOf = (isDark: boolean) =>
  isDark ? { free: '#333b43', parent: '#2f5f63' } : { free: '#eef1f4', parent: '#cfe7e4' };

export function drawMap(pen: CanvasRenderingContext2D, space: Space, isDark: boolean): void {
  drawCells(pen, space, isDark);
  outline(pen, space, isDark ? '#14171a' : '#ffffff');
  label(pen, space, isDark);
  performance.mark('map drawn');
}

export function drawCells(pen: CanvasRenderingContext2D, space: Space, isDark: boolean): void {
  const { side, map } = space;
  const size = pixels / side;
  const positions = Array.from({ length: side ** 2 }, (_, index) => space.positionOf(index));
  pen.clearRect(0, 0, pixels, pixels);
  const paint = (index: number, color: string, gap: number) => {
    const [x, y] = positions[index] ?? [0, 0];
    pen.fillStyle = color;
    pen.fillRect(x * size, y * size, size - gap, size - gap);
  };
  const { free, parent } = colorsOf(isDark);
  for (const index of positions.keys()) paint(index, free, 1);
  for (const network of map.networks) {
    const { from, until } = space.cellsOf(network);
    const filled = share(network.used, network.maxhosts);
    const color = network.isLeaf ? fillOf(filled, isDark) : parent;
    for (let index = from; index < until; index++) paint(index, color, until - from > 1 && network.isLeaf ? 0 : 1);
  }
  for (const [index, , used, maxhosts] of map.cells)
    paint(Number(index), fillOf(share(String(used), String(maxhosts)), isDark), 1);
}

/** The height of labels and the space around them, in pixels of the canvas. */
const [textHeight, textMargin] = [20, 6];

function label(pen: CanvasRenderingContext2D, space: Space, isDark: boolean): void {
  pen.font = `600 ${textHeight}px ui-monospace, monospace`;
  pen.textBaseline = 'top';
  pen.lineWidth = 4;
  pen.strokeStyle = isDark ? '#14171a' : '#ffffff';
  pen.fillStyle = isDark ? '#ffffff' : '#14171a';
  for (const network of space.map.networks) {
    if (!network.isLeaf) continue;
    const text = `${network.subnet}/${network.mask}`;
    const { left, top, width, height } = areaOf(space, network);
    if (pen.measureText(text).width + 2 * textMargin > width || textHeight + 2 * textMargin > height) continue;
    pen.strokeText(text, left + textMargin, top + textMargin);
    pen.fillText(text, left + textMargin, top + textMargin);
  }
}

/** Returns the rectangle of a network. A network of any prefix length covers one square or two adjacent squares of the map. */
function areaOf(space: Space, network: MapNetwork) {
  const size = pixels / space.side;
  const { from, until } = space.cellsOf(network);
  const positions = Array.from({ length: until - from }, (_, index) => space.positionOf(from + index));
  const [xs, ys] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
  const least = (all: readonly number[]) => all.reduce((one, other) => Math.min(one, other), space.side);
  const most = (all: readonly number[]) => all.reduce((one, other) => Math.max(one, other), 0);
  const [left, top] = [least(xs), least(ys)];
  return {
    left: left * size,
    top: top * size,
    width: (most(xs) - left + 1) * size,
    height: (most(ys) - top + 1) * size,
  };
}

function outline(pen: CanvasRenderingContext2D, space: Space, color: string): void {
  const { side, map } = space;
  const size = pixels / side;
  const owners = new Int32Array(side ** 2);
  for (const [number, network] of map.networks.entries()) {
    const { from, until } = space.cellsOf(network);
    for (let index = from; index < until; index++) {
      const [x, y] = space.positionOf(index);
      owners[y * side + x] = number + 1;
    }
  }
  pen.fillStyle = color;
  for (const [position, owner] of owners.entries()) {
    const [x, y] = [position % side, Math.floor(position / side)];
    if (x + 1 < side && owners[position + 1] !== owner) pen.fillRect((x + 1) * size - 2, y * size, 2, size);
    if (y + 1 < side && owners[position + side] !== owner) pen.fillRect(x * size, (y + 1) * size - 2, size, 2);
  }
}
