export const subnetTabs = ['addresses', 'grid', 'ranges', 'subnets', 'free', 'trend', 'changes'] as const;
export type SubnetTab = (typeof subnetTabs)[number];

export const asTab = (value: unknown): SubnetTab | undefined => subnetTabs.find((tab) => tab === value);
