import { kindNames } from '../kind-names';

/** The record types that scopes name; the service refuses all others. */
const records = ['section', 'subnet', 'address', ...kindNames];

/** Every scope of a key, those that are wanted most at first. */
export const scopes: string[] = [
  ...['allocate', '*:read', '*:write'],
  ...records.flatMap((record) => [`${record}:read`, `${record}:write`]),
  ...['feed', 'export', 'admin'],
];
