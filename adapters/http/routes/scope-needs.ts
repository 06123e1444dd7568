import type { ScopedRecord, ScopeNeed } from '../../../domain/access/key-scope.js';
import { type KindName, kindNames } from '../../../domain/catalog/kinds.js';
import type { Controller, Route } from '../api-request.js';
import { toolWord } from './kinds/tool-names.js';

/**
 * Returns the scopes that a key needs for a route. The key must have all of them. An empty list permits every key. The result
 * undefined permits no key: routes that are not listed here are closed to keys. Administration routes need the administration scope
 * instead (requireOperation).
 */
export function needOf({ names: [name] }: Controller, { method, path, access }: Route): ScopeNeed | undefined {
  if (access === 'nothing' || access === 'signIn') return every;
  const fullPath = `/${name}${path.replace(/\{\/\*rest\}$/, '')}`;
  return listed[`${method} ${fullPath}`] ?? kindNeed(method, fullPath);
}

/** Whether a route creates records in free space. */
export const isAllocation = (controller: Controller, route: Route): boolean =>
  needOf(controller, route)?.some((right) => right.endsWith(':allocate')) ?? false;

const every: ScopeNeed = [];
const subnetRead: ScopeNeed = ['subnet:read'];
const subnetWrite: ScopeNeed = ['subnet:write'];
const subnetFree: ScopeNeed = ['subnet:free'];
const subnetAllocate: ScopeNeed = ['subnet:allocate'];
const addressRead: ScopeNeed = ['address:read'];
const addressWrite: ScopeNeed = ['address:write'];
const addressFree: ScopeNeed = ['address:free'];
const addressAllocate: ScopeNeed = ['address:allocate'];
const sectionWrite: ScopeNeed = ['section:write'];

/** For searches, imports and exports, the route itself checks the scopes for each record type. */
const listed: Readonly<Record<string, ScopeNeed>> = {
  'GET /user/': every,
  'GET /user/token': every,
  'GET /user/token_expires': every,
  'GET /user/rights': every,
  'GET /user/*rest': every,
  'PATCH /user/{*rest}': every,
  'GET /user/all': ['admin'],
  'GET /user/admins': ['admin'],

  'GET /sections/': ['section:read'],
  'GET /sections/custom_fields': ['section:read'],
  'GET /sections/:section/subnets/addresses': ['section:read', 'subnet:read', 'address:read'],
  'GET /sections/:section/subnets': ['section:read', 'subnet:read'],
  'GET /sections/:section/usage/history': ['section:read', 'subnet:read'],
  'GET /sections/:section/usage/networks': ['section:read', 'subnet:read'],
  'GET /sections/:section/changelog': ['section:read'],
  'GET /sections/:section': ['section:read'],
  'POST /sections/ensure': sectionWrite,
  'POST /sections/{*rest}': sectionWrite,
  'PATCH /sections/{:id}': sectionWrite,
  'DELETE /sections/{:id}': sectionWrite,

  'GET /subnets/': subnetRead,
  'GET /subnets/all': subnetRead,
  'GET /subnets/custom_fields': subnetRead,
  'GET /subnets/cidr/:subnet{/:mask}': subnetRead,
  'GET /subnets/search/:subnet{/:mask}': subnetRead,
  'GET /subnets/overlapping/:subnet{/:mask}': subnetRead,
  'GET /subnets/containing/:ip': subnetRead,
  'GET /subnets/:id/usage/history': subnetRead,
  'GET /subnets/:id/usage': subnetRead,
  'GET /subnets/:id/changelog': subnetRead,
  'GET /subnets/:id/ranges/usage': ['range:read'],
  'GET /subnets/:id/ranges': ['range:read'],
  'GET /subnets/:id/requests': ['request:read'],
  'GET /subnets/:id/slaves': subnetRead,
  'GET /subnets/:id/slaves_recursive': subnetRead,
  'GET /subnets/:id/addresses{/:ip}': addressRead,
  'GET /subnets/:id/first_free': addressFree,
  'GET /subnets/:id/first_subnet{/:mask}': subnetFree,
  'GET /subnets/:id/last_subnet{/:mask}': subnetFree,
  'GET /subnets/:id/all_subnets{/:mask}': subnetFree,
  'GET /subnets/:id/:other': subnetRead,
  'GET /subnets/:id': subnetRead,
  'POST /subnets/:id/first_subnet{/:mask}': subnetAllocate,
  'POST /subnets/:id/last_subnet{/:mask}': subnetAllocate,
  'POST /subnets/bulk': subnetWrite,
  'POST /subnets/ensure': subnetWrite,
  'POST /subnets/{*rest}': subnetWrite,
  'PATCH /subnets/:id/resize': subnetWrite,
  'PATCH /subnets/:id/split': subnetWrite,
  'PATCH /subnets/:id/permissions': subnetWrite,
  'PATCH /subnets/{:id}': subnetWrite,
  'DELETE /subnets/:id/truncate': addressWrite,
  'DELETE /subnets/:id/permissions': subnetWrite,
  'DELETE /subnets/{:id}': subnetWrite,

  'GET /addresses/': addressRead,
  'GET /addresses/all': addressRead,
  'GET /addresses/search{/:ip}': addressRead,
  'GET /addresses/search_hostname{/:hostname}': addressRead,
  'GET /addresses/search_hostbase{/:hostbase}': addressRead,
  'GET /addresses/search_mac{/:mac}': addressRead,
  'GET /addresses/search_linked{/:value}': addressRead,
  'GET /addresses/custom_fields': addressRead,
  'GET /addresses/first_free{/:subnetId}': addressFree,
  'GET /addresses/tags': ['tag:read'],
  'GET /addresses/tags/:id/addresses': ['tag:read', 'address:read'],
  'GET /addresses/tags/:id': ['tag:read'],
  'GET /addresses/:id/ping': addressRead,
  'GET /addresses/:id/changelog': addressRead,
  'GET /addresses/:id{/:subnetId}': addressRead,
  'POST /addresses/first_free{/:subnetId}': addressAllocate,
  'POST /addresses/bulk': addressWrite,
  'POST /addresses/ensure': addressWrite,
  'POST /addresses/{*rest}': addressWrite,
  'PATCH /addresses/{:id}': addressWrite,
  'DELETE /addresses/{:id}{/:subnetId}': addressWrite,

  'GET /ranges/': ['range:read'],
  'GET /ranges/all': ['range:read'],
  'GET /ranges/:id/changelog': ['range:read'],
  'GET /ranges/:id': ['range:read'],
  'POST /ranges/ensure': ['range:write'],
  'POST /ranges/{*rest}': ['range:write'],
  'PATCH /ranges/{:id}': ['range:write'],
  'DELETE /ranges/{:id}': ['range:write'],

  'GET /requests/': ['request:read'],
  'GET /requests/all': ['request:read'],
  'GET /requests/:id/changelog': ['request:read'],
  'GET /requests/:id': ['request:read'],
  'POST /requests/:id/accept': ['request:write', 'address:allocate'],
  'POST /requests/:id/refuse': ['request:write'],
  'POST /requests/:id/withdraw': ['request:write'],
  'POST /requests/:id/hold': ['request:write', 'address:allocate'],
  'POST /requests/{*rest}': ['request:write'],
  'PATCH /requests/{:id}': ['request:write'],
  'DELETE /requests/{:id}': ['request:write'],

  'GET /prefix/external_id{/:value}': ['subnet:read', 'address:read'],
  'GET /prefix/{:value}': subnetRead,
  'GET /prefix/:value/:type': subnetRead,
  'GET /prefix/:value/:type/:last': subnetFree,
  'POST /prefix{/:value}{/:type}{/:last}': subnetAllocate,
  ...Object.fromEntries(
    ['address', 'addresses', 'ip'].flatMap((word) => [
      [`GET /prefix/:value/${word}{/:type}`, subnetRead],
      [`GET /prefix/:value/:type/${word}`, addressFree],
      [`POST /prefix/:value/${word}{/:type}`, addressAllocate],
      [`POST /prefix/:value/:type/${word}`, addressAllocate],
    ]),
  ),

  'GET /search/{:text}{/:mask}': every,
  'GET /changes/': ['feed'],
  'GET /overview/': ['section:read', 'subnet:read'],
  'GET /reports/fullest': subnetRead,
  'GET /reports/growing': subnetRead,
  'GET /reports/unused': subnetRead,
  'GET /reports/without_vlan': subnetRead,
  'GET /reports/without_location': subnetRead,
  'GET /reports/duplicate_hostnames': addressRead,
  'GET /reports/duplicate_macs': addressRead,
  'GET /reports/not_seen': addressRead,
  'GET /map/:subnet/:mask': subnetRead,
  'GET /kinds/': every,
  'GET /rows/:kind/columns': every,
  'GET /rows/:kind': ['export'],
  'POST /rows/:kind': every,
};

const kindOfWord: ReadonlyMap<string, KindName> = new Map([
  ...(['vlan', 'vrf', 'l2domain', 'device'] as const).map((kind) => [`/${kind}s`, kind] as const),
  ...kindNames.map((kind) => [`/tools/${toolWord(kind)}`, kind] as const),
  ['/tools/vrf', 'vrf'],
]);

/** The record types in a list of referrers, by the path segment of the list, e.g. `subnets` in `/vlans/{id}/subnets/`. */
const referrers: Readonly<Record<string, readonly ScopedRecord[]>> = {
  subnets: ['subnet'],
  addresses: ['address'],
  ipaddresses: ['address'],
  devices: ['device'],
  racks: ['rack'],
  vlans: ['vlan'],
  objects: [],
  objects_full: ['subnet', 'address'],
};

/** Path segments of routes that concern records of the kind itself. */
const ownWords: ReadonlySet<string> = new Set(['all', 'search', 'custom_fields', 'ensure', 'bulk']);

function kindNeed(method: Route['method'], path: string): ScopeNeed | undefined {
  const [, start = '', rest = ''] = /^(\/tools\/\w+|\/\w+)(.*)$/.exec(path) ?? [];
  const kind = kindOfWord.get(start);
  if (!kind) return undefined;
  const word = /^(?:\/:id)?\/(\w+)/.exec(rest)?.[1];
  const others = word === undefined || ownWords.has(word) ? [] : referrers[word];
  if (!others) return undefined;
  return [`${kind}:${method === 'GET' ? 'read' : 'write'}`, ...others.map((record) => `${record}:read` as const)];
}
