/** Kinds of records, of which levels and scopes are given. */
export const kindNames = [
  ...['customer', 'location', 'l2domain', 'vlan', 'vrf', 'rack', 'deviceType', 'device'],
  ...['tag', 'nameserver', 'scanAgent', 'nat'],
];
