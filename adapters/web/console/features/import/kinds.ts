/** What is imported. */
export const sorts = [
  { value: 'address', label: 'Addresses' },
  { value: 'subnet', label: 'Networks' },
  { value: 'section', label: 'Sections' },
  { value: 'vlan', label: 'VLANs' },
  { value: 'vrf', label: 'VRFs' },
  { value: 'l2domain', label: 'L2 domains' },
  { value: 'device', label: 'Devices' },
  { value: 'location', label: 'Locations' },
  { value: 'customer', label: 'Customers' },
] as const;

export type Sort = (typeof sorts)[number]['value'];

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
export const hasPlace = (sort: Sort): boolean => sort === 'address' || sort === 'subnet';

/** The plural word for rows of a sort. */
export const wordOf = (sort: Sort): string => sorts.find(({ value }) => value === sort)?.label ?? sort;
