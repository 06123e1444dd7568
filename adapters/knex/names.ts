export const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Columns of members, for `select`: `userId` as `user_id as userId`. */
export const columnsOf = (...members: readonly string[]): string[] =>
  members.map((name) => (snakeCase(name) === name ? name : `${snakeCase(name)} as ${name}`));

/** The row of an object: column names in snake case; lists and objects as JSON. Undefined members are omitted. */
export const rowOf = (record: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [snakeCase(name), isDocument(value) ? JSON.stringify(value) : value]),
  );

const isDocument = (value: unknown): boolean => typeof value === 'object' && value !== null && !(value instanceof Date);

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

export const tableOfKind = (kind: string): string => `${snakeCase(kind)}s`;
