/** Record types of scopes; the service refuses others. */
const records = [
  ...['section', 'subnet', 'address', 'customer', 'location', 'l2domain', 'vlan', 'vrf', 'rack', 'deviceType', 'device'],
  ...['tag', 'nameserver', 'scanAgent', 'nat'],
];

/** All scopes of keys, the most frequent first. */
export const scopes: string[] = [
  ...['allocate', '*:read', '*:write'],
  ...records.flatMap((record) => [`${record}:read`, `${record}:write`]),
  ...['feed', 'export', 'admin'],
];
