/** Where what is measured lies: ids and networks of the seeded data. */

/** A subnet that is seeded under an id of its own. */
export interface Place {
  readonly id: number;
  readonly cidr: string;
  readonly section: number;
}

/** Sections by what is in them. Those of the trees are strict. */
export const sections = { pools: 1, trees: 2, long: 3 } as const;

const pool = (id: number, cidr: string): Place => ({ id, cidr, section: sections.pools });
const tree = (id: number, cidr: string): Place => ({ id, cidr, section: sections.trees });

/** Numbers from 0 to below a count. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Further subnets of one sort, since what is written to fills: one for each round and more. */
const spares = 12;

/** Networks that hold addresses. */
export const pools = {
  /** Its first million addresses are used. */
  contiguous: pool(1, '30.0.0.0/8'),
  /** Of its first two million, every second one. */
  everySecond: pool(2, '60.0.0.0/6'),
  empty: pool(3, '32.0.0.0/8'),
  /** 10,000 addresses, and room for many times as many. */
  list: pool(4, '34.0.0.0/12'),
  /** Empty at first; takes chosen addresses. */
  chosen: pool(5, '2001:db8:77::/64'),
  /** The first ten are used. */
  ten: upTo(spares).map((index) => pool(11 + index, `33.${index}.0.0/16`)),
  /** The first ten are used. 1,000 ranges of 16 addresses that allocation skips, with 48 addresses before each. */
  ranged: upTo(spares).map((index) => pool(31 + index, `36.${index}.0.0/16`)),
} as const;

/** Ranges of each of the networks with ranges. */
export const rangesEach = 1000;

/** Networks that hold networks. */
export const trees = {
  /** 50,000 children /28 one after the other. */
  large: tree(101, '10.0.0.0/8'),
  /** 50 children /28. */
  small: upTo(spares).map((index) => tree(111 + index, `${40 + index}.0.0.0/8`)),
  /** 50,000 children /64. */
  largeIpv6: tree(201, '2001:db9::/32'),
  /** 50 children /64. */
  smallIpv6: tree(202, '2001:dba::/32'),
  /** Empty at first; takes chosen networks. */
  shared: tree(203, '2001:dbb::/32'),
} as const;

/** Ids of children begin here, those of the subnets of the long section, which are `20.x.y.0/24`, before. */
export const firstLongId = 1000;
export const firstChildId = 100_001;

/** How much there is of everything. */
export interface Sizes {
  /** Addresses of each of the two large pools. */
  readonly addresses: number;
  /** Children of each of the two large trees. */
  readonly children: number;
  readonly fewChildren: number;
  /** Subnets of the long section. */
  readonly longSection: number;
  /** Addresses of the subnet that is listed. */
  readonly longSubnet: number;
}

/** @param scale 1 for the sizes of the targets */
export const sizesAt = (scale: number): Sizes => ({
  addresses: Math.ceil(1_000_000 * scale),
  children: Math.ceil(50_000 * scale),
  fewChildren: 50,
  longSection: Math.ceil(5_000 * scale),
  longSubnet: Math.ceil(10_000 * scale),
});
