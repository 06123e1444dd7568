export const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

export const tableOfKind = (kind: string): string => `${snakeCase(kind)}s`;

const aggregateTables: Readonly<Record<string, string>> = { section: 'sections', subnet: 'subnets', address: 'addresses' };

export const tableOfTarget = (target: string): string => aggregateTables[target] ?? tableOfKind(target);
