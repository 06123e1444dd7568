/** Where what is measured lies: ids and networks of the seeded data. */

/** A subnet seeded with a fixed id. */
export interface Rectangle {
  readonly id: number;
  readonly cidr: string;
  readonly section: number;
}

/** Sections by content. Those of trees are strict. */
export const sections = { pools: 1, trees: 2, long: 3 } as const;

const pool = (id: number, cidr: string): Rectangle => ({ id, cidr, section: sections.pools });
const tree = (id: number, cidr: string): Rectangle => ({ id, cidr, section: sections.trees });

/** Numbers from 0 up to, but excluding, a count. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Number of additional equal subnets, because writes fill a subnet: more than one for each round. */
const spares = 12;

/** Networks with addresses. */
export const pools = {
  /** The first million addresses are used. */
  contiguous: pool(1, '30.0.0.0/8'),
  /** Of the first two million, every second address is used. */
  everySecond: pool(2, '60.0.0.0/6'),
  empty: pool(3, '32.0.0.0/8'),
  /** 10,000 addresses in a network for many more. */
  list: pool(4, '34.0.0.0/12'),
  /** Initially empty, for specific addresses. */
  chosen: pool(5, '2001:db8:77::/64'),
  /** The first ten addresses are used. */
  ten: upTo(spares).map((index) => pool(11 + index, `33.${index}.0.0/16`)),
  /**
   * The first ten addresses are used. 1,000 ranges of 16 addresses are excluded from allocation, with 48 addresses before each.
   */
  ranged: upTo(spares).map((index) => pool(31 + index, `36.${index}.0.0/16`)),
} as const;

/** Number of ranges in each network with ranges. */
export const rangesEach = 1000;

/** Networks with child networks. */
export const trees = {
  /** 50,000 consecutive children /28. */
  large: tree(101, '10.0.0.0/8'),
  /** 50 children /28. */
  small: upTo(spares).map((index) => tree(111 + index, `${40 + index}.0.0.0/8`)),
  /** 50,000 children /64. */
  largeIpv6: tree(201, '2001:db9::/32'),
  /** 50 children /64. */
  smallIpv6: tree(202, '2001:dba::/32'),
  /** Initially empty, for specific networks. */
  shared: tree(203, '2001:dbb::/32'),
} as const;

/** First id of children. Lower ids belong to the subnets of the long section, `20.x.y.0/24`. */
export const firstLongId = 1000;
export const firstChildId = 100_001;

/** Amounts of seeded data. */
export interface Sizes {
  /** Addresses of each of the two large pools. */
  readonly addresses: number;
  /** Children of each of the two large trees. */
  readonly children: number;
  readonly fewChildren: number;
  /** Subnets of the long section. */
  readonly longSection: number;
  /** Addresses of the listed subnet. */
  readonly longSubnet: number;
}

/** @param scale 1 for the full sizes */
export const sizesAt = (scale: number): Sizes => ({
  addresses: Math.ceil(1_000_000 * scale),
  children: Math.ceil(50_000 * scale),
  fewChildren: 50,
  longSection: Math.ceil(5_000 * scale),
  longSubnet: Math.ceil(10_000 * scale),
});
