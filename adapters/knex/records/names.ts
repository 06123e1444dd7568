/** Name in the database of a field or kind: words of camel case joined by underscores, in lower case. */
export const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** An identifier for SQL text. */
export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** Table of a kind of the catalogue. */
export const tableOfKind = (kind: string): string => `${snakeCase(kind)}s`;

const aggregateTables: Readonly<Record<string, string>> = { section: 'sections', subnet: 'subnets', address: 'addresses' };

/** Table of what a reference field names: a kind, or one of the aggregates. */
export const tableOfTarget = (target: string): string => aggregateTables[target] ?? tableOfKind(target);
