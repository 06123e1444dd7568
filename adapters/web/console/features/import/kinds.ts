/** Kinds of records that can be imported. */
export const sorts = ['address', 'subnet', 'section', 'vlan', 'vrf', 'l2domain', 'device', 'location', 'customer'] as const;

export type Sort = (typeof sorts)[number];

/** How rows are imported. */
export interface ImportTarget {
  readonly sort: Sort;
  /** Where rows belong that name no section or VRF; empty for none. */
  readonly section: string;
  readonly vrf: string;
  /** Whether records that are there are changed. */
  readonly isUpdate: boolean;
}

/** Whether rows belong to a section. */
export const hasPlace = (sort: Sort): sort is 'address' | 'subnet' => sort === 'address' || sort === 'subnet';
