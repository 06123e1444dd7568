import type { DataOf } from '../../api/client';
import type { mapQuery } from '../../api/queries';
import type { Prefix } from '../../values/gaps';
import { bitsOf, numberOf, readIp, textOf } from '../../values/ip';
import { indexAt, type Orientation, plain, type Square, squareOf } from './hilbert';

export type SpaceMap = DataOf<ReturnType<typeof mapQuery>>;
export type MapNetwork = SpaceMap['networks'][number];

export type View = Prefix;

/** Bits per zoom step. */
const step = 4;
/** The longest prefix with its own map has this number of host bits. */
const minBits = 8;

export interface Found {
  readonly cell: string;
  readonly network: MapNetwork | undefined;
  /** For networks smaller than the cell: their number, allocated addresses, and usable addresses. */
  readonly small: readonly [networks: number, used: string, size: string] | undefined;
  /** The largest free network that contains the cell; undefined if the cell is not free. */
  readonly gap: string | undefined;
}

export function readView(at: string | undefined): View {
  const [subnet = '', mask = ''] = (at ?? '').split('/');
  if (readIp(subnet) === undefined || !/^\d{1,3}$/.test(mask)) return { subnet: '0.0.0.0', mask: 0 };
  const bits = bitsOf(subnet);
  const even = Math.min(Number(mask), bits - minBits);
  return viewOf(around(numberOf(subnet), even - (even % 2), bits));
}

const viewOf = (prefix: string): View => {
  const [subnet = '', mask = '0'] = prefix.split('/');
  return { subnet, mask: Number(mask) };
};

export function around(address: bigint, mask: number, bits: 32 | 128): string {
  const rest = BigInt(bits - mask);
  return `${textOf((address >> rest) << rest, bits === 128)}/${mask}`;
}

/** Bits between a map and its overview: two zoom steps. */
const overviewBits = 2 * step;

/** Returns the prefix of the overview of a map. The overview is at most the whole address space. */
export const overviewOf = ({ subnet, mask }: View): View =>
  viewOf(around(numberOf(subnet), Math.max(0, mask - overviewBits), bitsOf(subnet)));

/** The part of the address space that a map shows. Squares and positions exist for IPv4 only; IPv6 is not drawn on a curve. */
export class Space {
  readonly view: View;
  readonly map: SpaceMap;
  readonly side: number;
  readonly bits: 32 | 128;
  readonly #levels: number;
  readonly #turn: Orientation;
  readonly #first: bigint;
  readonly #small: ReadonlyMap<number, readonly unknown[]>;

  constructor(view: View, map: SpaceMap) {
    [this.view, this.map] = [view, map];
    this.bits = bitsOf(view.subnet);
    this.#first = numberOf(view.subnet);
    this.#levels = Math.floor((this.cellLength - view.mask) / 2);
    this.side = 2 ** this.#levels;
    this.#turn = this.bits === 32 ? this.#square.turn : plain;
    this.#small = new Map(map.cells.map((cell) => [Number(cell[0]), cell]));
  }

  get cellLength(): number {
    return Number(this.map.cellLength);
  }

  /** The square of the map in the address space. */
  get #square(): Square {
    return squareOf(Number(this.#first >> BigInt(this.bits - this.view.mask)), this.view.mask / 2, plain);
  }

  positionOf(index: number): readonly [x: number, y: number] {
    const { x, y } = squareOf(index, this.#levels, this.#turn);
    return [x, y];
  }

  cellsOf({ subnet, mask }: MapNetwork): { readonly from: number; readonly until: number } {
    const start = numberOf(subnet) - this.#first;
    const from = start < 0n ? 0 : Number(start >> this.#shift);
    const long = Math.max(0, this.cellLength - Math.max(Number(mask), this.view.mask));
    return { from, until: Math.min(this.side ** 2, from + 2 ** long) };
  }

  at(x: number, y: number): Found {
    const index = indexAt(x, y, this.#levels, this.#turn);
    const address = this.#first + (BigInt(index) << this.#shift);
    const small = this.#small.get(index);
    const network = this.map.networks.findLast(({ subnet, mask }) => this.#isWithin(address, subnet, Number(mask)));
    return {
      cell: around(address, this.cellLength, this.bits),
      network,
      small: small && [Number(small[1]), String(small[2]), String(small[3])],
      gap: small || network?.isLeaf ? undefined : this.#gapAround(address, network),
    };
  }

  /** Returns the prefix one zoom step deeper at a cell. Undefined at the deepest step. */
  into(x: number, y: number): string | undefined {
    const mask = Math.min(this.view.mask + step, this.bits - minBits);
    const index = indexAt(x, y, this.#levels, this.#turn);
    return mask > this.view.mask ? around(this.#first + (BigInt(index) << this.#shift), mask, this.bits) : undefined;
  }

  out(): string | undefined {
    const mask = Math.max(0, this.view.mask - step);
    return this.view.mask > 0 ? around(this.#first, mask, this.bits) : undefined;
  }

  /** Returns how many windows fit along one side of the map, if each window shows a prefix of length `mask`. */
  windowsOf(mask: number): number {
    return 2 ** ((mask - this.view.mask) / 2);
  }

  /** Returns the position of a smaller map within this map. The position counts windows of the size of the smaller map. */
  windowOf({ subnet, mask }: View): { readonly x: number; readonly y: number } {
    const [x, y] = this.positionOf(Number((numberOf(subnet) - this.#first) >> this.#shift));
    const cells = this.side / this.windowsOf(mask);
    return { x: Math.floor(x / cells), y: Math.floor(y / cells) };
  }

  inWindow(x: number, y: number, mask: number): string {
    const cells = this.side / this.windowsOf(mask);
    const index = indexAt(x * cells, y * cells, this.#levels, this.#turn);
    return around(this.#first + (BigInt(index) << this.#shift), mask, this.bits);
  }

  /** The adjacent prefix; undefined at the edge of the address space. */
  beside(right: number, down: number): string | undefined {
    const levels = this.view.mask / 2;
    const { x, y } = this.#square;
    const [left, top] = [x + right, y + down];
    if (left < 0 || top < 0 || left >= 2 ** levels || top >= 2 ** levels) return undefined;
    const index = BigInt(indexAt(left, top, levels, plain));
    return around(index << BigInt(this.bits - this.view.mask), this.view.mask, this.bits);
  }

  get #shift(): bigint {
    return BigInt(this.bits - this.cellLength);
  }

  #isWithin(address: bigint, subnet: string, mask: number): boolean {
    const rest = BigInt(this.bits - mask);
    return address >> rest === numberOf(subnet) >> rest;
  }

  #gapAround(address: bigint, network: MapNetwork | undefined): string {
    const top = Math.max(network ? Number(network.mask) + 1 : 0, this.view.mask);
    let mask = this.cellLength;
    while (mask > top && this.#isFree(address, mask - 1)) mask--;
    return around(address, mask, this.bits);
  }

  /** Whether the network of this length that contains an address is free. */
  #isFree(address: bigint, mask: number): boolean {
    const rest = BigInt(this.bits - mask);
    const first = (address >> rest) << rest;
    const from = Number((first - this.#first) >> this.#shift);
    const until = from + 2 ** (this.cellLength - mask);
    const holds = ({ subnet, mask: length }: MapNetwork) => Number(length) >= mask && numberOf(subnet) >> rest === first >> rest;
    return !this.map.networks.some(holds) && !this.map.cells.some(([cell]) => Number(cell) >= from && Number(cell) < until);
  }
}
