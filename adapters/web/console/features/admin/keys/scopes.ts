/** Returns all scopes of keys, the most frequent first. @param records the record types of the service, which rejects others */
export const scopesOf = (records: readonly string[]): string[] => [
  ...['allocate', '*:read', '*:write'],
  ...records.flatMap((record) => [`${record}:read`, `${record}:write`]),
  ...['feed', 'export', 'admin'],
];
