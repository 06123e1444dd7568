import { kindNames } from '../kind-names';

/** Record types of scopes; the service refuses others. */
const records = ['section', 'subnet', 'address', ...kindNames, 'range', 'request'];

/** All scopes of keys, the most frequent first. */
export const scopes: string[] = [
  ...['allocate', '*:read', '*:write'],
  ...records.flatMap((record) => [`${record}:read`, `${record}:write`]),
  ...['feed', 'export', 'admin'],
];
