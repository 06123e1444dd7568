/** What a subnet's page shows, beside its facts. */
export const subnetTabs = ['addresses', 'grid', 'subnets', 'free', 'changes'] as const;
export type SubnetTab = (typeof subnetTabs)[number];

/** A tab by its name in addresses. */
export const asTab = (given: unknown): SubnetTab | undefined => subnetTabs.find((tab) => tab === given);
