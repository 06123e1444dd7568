import type { ApiClient } from '../../support/api-client.js';

/** Every field of a section that clients may set. */
export const sectionSample = {
  description: 'Größe & <b>"quotes"</b>\nsecond line 🦉',
  permissions: '{"2":"3","3":"1"}',
  strictMode: 1,
  subnetOrdering: 'description,desc',
  order: 7,
  showVLAN: 1,
  showVRF: 1,
  showSupernetOnly: 1,
  DNS: '1',
} as const;

/** Every field of a network that clients may set and that references no record. */
export const networkSample = {
  description: 'Netz für alles',
  allowRequests: 1,
  showName: 1,
  pingSubnet: 1,
  discoverSubnet: 1,
  DNSrecursive: 1,
  DNSrecords: 1,
  scanAgent: 1,
  isFull: 0,
  isPool: 1,
  state: 3,
  threshold: 80,
} as const;

/** Every field of an address that clients may set and that references no record. */
export const addressSample = {
  is_gateway: 1,
  description: 'router / Gerät',
  hostname: 'gw.example.com',
  mac: '00-11-22-AA-BB-CC',
  owner: 'someone',
  tag: 4,
  port: 'ge-0/0/1',
  note: 'line one\nline two',
  lastSeen: '2024-02-29 12:34:56',
  excludePing: 1,
  PTRignore: 1,
  PTR: 5,
} as const;

/** Fills a service with records that have every field set. @returns the paths that read them */
export async function fillWithEverything(client: ApiClient): Promise<string[]> {
  const section = (await client.post('/sections/', { name: 'Everything', ...sectionSample })).id;
  const child = (await client.post('/sections/', { name: 'Below', masterSection: section })).id;
  const folder = (await client.post('/subnets/', { sectionId: child, isFolder: 1, description: 'folder' })).id;
  const network = (await client.post('/subnets/', { sectionId: section, subnet: '10.200.0.0', mask: 16, ...networkSample })).id;
  const six = (
    await client.post('/subnets/', {
      sectionId: child,
      subnet: '2001:db8::',
      mask: 32,
      masterSubnetId: folder,
      linked_subnet: network,
    })
  ).id;
  const part = (await client.post(`/subnets/${network}/first_subnet/24/`)).id;
  await client.patch(`/subnets/${part}/permissions/`, { Operators: 'rwa' });
  const gateway = (await client.post('/addresses/', { subnetId: part, ip: '10.200.0.1', ...addressSample })).id;
  const host = (await client.post(`/addresses/first_free/${six}/`, { hostname: 'six.example.com' })).id;
  return [
    ...[section, child].map((id) => `/sections/${id}/`),
    `/folders/${folder}/`,
    ...[network, part, six].flatMap((id) => [`/subnets/${id}/`, `/subnets/${id}/usage/`]),
    ...[gateway, host].map((id) => `/addresses/${id}/`),
  ];
}
