export const sorts = [
  'address',
  'subnet',
  'range',
  'section',
  'vlan',
  'vrf',
  'l2domain',
  'device',
  'location',
  'customer',
] as const;

export type Sort = (typeof sorts)[number];

export interface ImportTarget {
  readonly sort: Sort;
  /** The section and VRF for rows without section or VRF; empty if none is chosen. */
  readonly section: string;
  readonly vrf: string;
  readonly isUpdate: boolean;
  /** Whether to create records that rows name and that do not exist. */
  readonly createsMissing: boolean;
}

export interface ChosenColumns {
  /** The name of each column; empty for ignored ones. */
  readonly columns: readonly string[];
  readonly preset: string;
}

export const hasPlace = (sort: Sort): sort is 'address' | 'subnet' | 'range' =>
  sort === 'address' || sort === 'subnet' || sort === 'range';

export const noPreset = 'none';
