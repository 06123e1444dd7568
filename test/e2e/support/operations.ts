/** All API operations on the root, users, sections, subnets, folders and addresses, with all their parameters. */

/** One operation. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Path below the application. Names in braces refer to the sample world, e.g. to the id of a subnet. */
  readonly path: string;
  /** Names of the parameters to send. */
  readonly parameters?: readonly string[];
  /** Parameters of a successful request. Names in braces as in `path`; `{n}` is two octets that differ for each request. */
  readonly valid?: Readonly<Record<string, unknown>>;
  /** Whether the operation cannot be repeated with the same parameters. */
  readonly isFinal?: true;
}

const names = (text: string): string[] => text.trim().split(/\s+/);

/** Parameters that every operation accepts. */
export const common = names('links filter_by filter_value filter_match');

const sectionFields = names(
  'id name description masterSection permissions strictMode subnetOrdering order editDate showVLAN showVRF showSupernetOnly showSubnet DNS',
);
const subnetFields =
  names(`id subnet mask description sectionId linked_subnet vlanId vrfId masterSubnetId nameserverId showName permissions DNSrecursive
  DNSrecords allowRequests scanAgent pingSubnet discoverSubnet resolveDNS isFolder isFull isPool state tag threshold location device customer_id editDate`);
const addressFields =
  names(`id subnetId ip ip_addr is_gateway description hostname mac owner tag state PTRignore PTR deviceId switch port note lastSeen
  excludePing location customer_id editDate`);

/** Parameter names that no object has. */
export const unknownNames = names('nonsense __proto__ constructor toString custom_fields controller app_id id2');

const reads = (...paths: readonly string[]): Operation[] => paths.map((path) => ({ method: 'GET', path, parameters: common }));

const withGlobals = (parameters: readonly string[]): string[] => [...parameters, ...common, ...unknownNames];

const ofSubnets = (controller: 'subnets' | 'folders', id: '{subnet}' | '{folder}'): Operation[] => [
  ...reads(
    `/${controller}/`,
    `/${controller}/all/`,
    `/${controller}/${id}/`,
    `/${controller}/${id}/usage/`,
    `/${controller}/${id}/slaves/`,
  ),
  ...reads(
    `/${controller}/${id}/slaves_recursive/`,
    `/${controller}/${id}/addresses/`,
    `/${controller}/${id}/addresses/{ip}/`,
    `/${controller}/${id}/first_free/`,
  ),
  ...reads(
    `/${controller}/${id}/first_subnet/{mask}/`,
    `/${controller}/${id}/last_subnet/{mask}/`,
    `/${controller}/${id}/all_subnets/{mask}/`,
  ),
  ...reads(
    `/${controller}/custom_fields/`,
    `/${controller}/cidr/{network}/{networkMask}/`,
    `/${controller}/search/{network}/{networkMask}/`,
  ),
  ...reads(`/${controller}/overlapping/{network}/{networkMask}/`),
];

const writesOfSubnets: readonly Operation[] = [
  {
    method: 'POST',
    path: '/subnets/',
    parameters: withGlobals(subnetFields),
    valid: { sectionId: '{section}', subnet: '10.{n}.0', mask: 24 },
  },
  {
    method: 'POST',
    path: '/folders/',
    parameters: names('id subnet mask sectionId masterSubnetId isFolder description permissions'),
    valid: { sectionId: '{section}', isFolder: 1 },
  },
  { method: 'POST', path: '/subnets/{network_id}/first_subnet/{mask}/', parameters: withGlobals(subnetFields) },
  { method: 'POST', path: '/subnets/{network_id}/last_subnet/{mask}/', parameters: ['description', 'mask'] },
  { method: 'PATCH', path: '/subnets/', parameters: ['id', 'description'], valid: { id: '{subnet}' } },
  { method: 'PATCH', path: '/subnets/{subnet}/', parameters: withGlobals(subnetFields) },
  { method: 'PATCH', path: '/folders/{folder}/', parameters: ['description', 'masterSubnetId', 'sectionId', 'mask'] },
  { method: 'PATCH', path: '/subnets/{subnet}/resize/', parameters: ['mask', 'id', 'nonsense', '__proto__'], isFinal: true },
  {
    method: 'PATCH',
    path: '/subnets/{subnet}/split/',
    parameters: ['number', 'group', 'prefix', 'copy_custom', 'strict', 'id'],
    valid: { number: 2 },
    isFinal: true,
  },
  {
    method: 'PATCH',
    path: '/subnets/{subnet}/permissions/',
    parameters: ['Operators', '2', '3', 'links', '-1', ...unknownNames],
  },
  { method: 'DELETE', path: '/subnets/{subnet}/', parameters: ['id', '__proto__'], isFinal: true },
  { method: 'DELETE', path: '/folders/{folder}/', parameters: ['id'], isFinal: true },
  { method: 'DELETE', path: '/subnets/{subnet}/truncate/', parameters: ['id'] },
  { method: 'DELETE', path: '/subnets/{subnet}/permissions/', parameters: ['id'] },
];

const ofUsers: readonly Operation[] = [
  { method: 'OPTIONS', path: '/', parameters: common },
  { method: 'OPTIONS', path: '/sections/', parameters: common },
  ...reads('/', '/user/', '/user/token/', '/user/token_expires/', '/user/all/', '/user/admins/'),
  { method: 'PATCH', path: '/user/', parameters: ['id', 'token', ...unknownNames] },
];

const ofSections: readonly Operation[] = [
  ...reads(
    '/sections/',
    '/sections/{section}/',
    '/sections/{section}/subnets/',
    '/sections/{section}/subnets/addresses/',
    '/sections/{name}/',
  ),
  ...reads('/sections/{name}/subnets/', '/sections/custom_fields/'),
  { method: 'POST', path: '/sections/', parameters: withGlobals(sectionFields), valid: { name: 'new {n}' } },
  { method: 'PATCH', path: '/sections/', parameters: ['id', 'description'], valid: { id: '{section}' } },
  { method: 'PATCH', path: '/sections/{section}/', parameters: withGlobals(sectionFields) },
  { method: 'DELETE', path: '/sections/', parameters: ['id', '__proto__'], isFinal: true },
  { method: 'DELETE', path: '/sections/{section}/', parameters: ['id'], isFinal: true },
];

const ofAddresses: readonly Operation[] = [
  ...reads(
    '/addresses/',
    '/addresses/all/',
    '/addresses/{address}/',
    '/addresses/{address}/ping/',
    '/addresses/{ip}/{subnet}/',
    '/addresses/search/{ip}/',
  ),
  ...reads(
    '/addresses/search_hostname/{hostname}/',
    '/addresses/search_linked/{hostname}/',
    '/addresses/search_hostbase/{hostname}/',
  ),
  ...reads(
    '/addresses/search_mac/{mac}/',
    '/addresses/first_free/{subnet}/',
    '/addresses/custom_fields/',
    '/addresses/tags/',
    '/addresses/tags/{tag}/',
  ),
  { method: 'GET', path: '/addresses/first_free/', parameters: ['subnetId', ...common] },
  { method: 'GET', path: '/addresses/tags/{tag}/addresses/', parameters: ['subnetId', ...common] },
  {
    method: 'POST',
    path: '/addresses/',
    parameters: withGlobals(addressFields),
    valid: { subnetId: '{subnet}', ip: '10.99.{n}' },
  },
  { method: 'POST', path: '/addresses/first_free/{subnet}/', parameters: withGlobals(addressFields) },
  { method: 'POST', path: '/addresses/first_free/', parameters: ['subnetId', 'ip'] },
  { method: 'PATCH', path: '/addresses/{address}/', parameters: withGlobals(addressFields) },
  { method: 'PATCH', path: '/addresses/', parameters: ['id', 'description'] },
  { method: 'DELETE', path: '/addresses/{address}/', parameters: ['remove_dns', 'id', '__proto__'], isFinal: true },
  { method: 'DELETE', path: '/addresses/{ip}/{subnet}/', parameters: ['remove_dns', 'subnetId'], isFinal: true },
];

export const operations: readonly Operation[] = [
  ...ofUsers,
  ...ofSections,
  ...ofSubnets('subnets', '{subnet}'),
  ...ofSubnets('folders', '{folder}'),
  ...writesOfSubnets,
  ...ofAddresses,
];

export const isWrite = ({ method, path }: Operation): boolean =>
  method !== 'GET' && method !== 'OPTIONS' && !path.startsWith('/user/');

/** The names in braces of a path, in order. */
export const placesIn = ({ path }: Operation): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
