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
  'POST /sections/ensure': ['section:write'],
  'POST /sections/{*rest}': ['section:write'],
  'PATCH /sections/{:id}': ['section:write'],
  'DELETE /sections/{:id}': ['section:write'],

  'GET /subnets/': ['subnet:read'],
  'GET /subnets/all': ['subnet:read'],
  'GET /subnets/custom_fields': ['subnet:read'],
  'GET /subnets/cidr/:subnet{/:mask}': ['subnet:read'],
  'GET /subnets/search/:subnet{/:mask}': ['subnet:read'],
  'GET /subnets/overlapping/:subnet{/:mask}': ['subnet:read'],
  'GET /subnets/containing/:ip': ['subnet:read'],
  'GET /subnets/:id/usage/history': ['subnet:read'],
  'GET /subnets/:id/usage': ['subnet:read'],
  'GET /subnets/:id/changelog': ['subnet:read'],
  'GET /subnets/:id/ranges/usage': ['range:read'],
  'GET /subnets/:id/ranges': ['range:read'],
  'GET /subnets/:id/requests': ['request:read'],
  'GET /subnets/:id/slaves': ['subnet:read'],
  'GET /subnets/:id/slaves_recursive': ['subnet:read'],
  'GET /subnets/:id/addresses{/:ip}': ['address:read'],
  'GET /subnets/:id/first_free': ['address:free'],
  'GET /subnets/:id/first_subnet{/:mask}': ['subnet:free'],
  'GET /subnets/:id/last_subnet{/:mask}': ['subnet:free'],
  'GET /subnets/:id/all_subnets{/:mask}': ['subnet:free'],
  'GET /subnets/:id/:other': ['subnet:read'],
  'GET /subnets/:id': ['subnet:read'],
  'POST /subnets/:id/first_subnet{/:mask}': ['subnet:allocate'],
  'POST /subnets/:id/last_subnet{/:mask}': ['subnet:allocate'],
  'POST /subnets/bulk': ['subnet:write'],
  'POST /subnets/ensure': ['subnet:write'],
  'POST /subnets/{*rest}': ['subnet:write'],
  'PATCH /subnets/:id/resize': ['subnet:write'],
  'PATCH /subnets/:id/split': ['subnet:write'],
  'PATCH /subnets/:id/permissions': ['subnet:write'],
  'PATCH /subnets/{:id}': ['subnet:write'],
  'DELETE /subnets/:id/truncate': ['address:write'],
  'DELETE /subnets/:id/permissions': ['subnet:write'],
  'DELETE /subnets/{:id}': ['subnet:write'],

  'GET /addresses/': ['address:read'],
  'GET /addresses/all': ['address:read'],
  'GET /addresses/search{/:ip}': ['address:read'],
  'GET /addresses/search_hostname{/:hostname}': ['address:read'],
  'GET /addresses/search_hostbase{/:hostbase}': ['address:read'],
  'GET /addresses/search_mac{/:mac}': ['address:read'],
  'GET /addresses/search_linked{/:value}': ['address:read'],
  'GET /addresses/custom_fields': ['address:read'],
  'GET /addresses/first_free{/:subnetId}': ['address:free'],
  'GET /addresses/tags': ['tag:read'],
  'GET /addresses/tags/:id/addresses': ['tag:read', 'address:read'],
  'GET /addresses/tags/:id': ['tag:read'],
  'GET /addresses/:id/ping': ['address:read'],
  'GET /addresses/:id/changelog': ['address:read'],
  'GET /addresses/:id{/:subnetId}': ['address:read'],
  'POST /addresses/first_free{/:subnetId}': ['address:allocate'],
  'POST /addresses/bulk': ['address:write'],
  'POST /addresses/ensure': ['address:write'],
  'POST /addresses/{*rest}': ['address:write'],
  'PATCH /addresses/{:id}': ['address:write'],
  'DELETE /addresses/{:id}{/:subnetId}': ['address:write'],

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
  'GET /prefix/{:value}': ['subnet:read'],
  'GET /prefix/:value/:type': ['subnet:read'],
  'GET /prefix/:value/:type/:last': ['subnet:free'],
  'POST /prefix{/:value}{/:type}{/:last}': ['subnet:allocate'],
  ...Object.fromEntries(
    ['address', 'addresses', 'ip'].flatMap((word): [string, ScopeNeed][] => [
      [`GET /prefix/:value/${word}{/:type}`, ['subnet:read']],
      [`GET /prefix/:value/:type/${word}`, ['address:free']],
      [`POST /prefix/:value/${word}{/:type}`, ['address:allocate']],
      [`POST /prefix/:value/:type/${word}`, ['address:allocate']],
    ]),
  ),

  'GET /search/{:text}{/:mask}': every,
  'GET /changes/': ['feed'],
  'GET /overview/': ['section:read', 'subnet:read'],
  'GET /reports/fullest': ['subnet:read'],
  'GET /reports/growing': ['subnet:read'],
  'GET /reports/unused': ['subnet:read'],
  'GET /reports/without_vlan': ['subnet:read'],
  'GET /reports/without_location': ['subnet:read'],
  'GET /reports/duplicate_hostnames': ['address:read'],
  'GET /reports/duplicate_macs': ['address:read'],
  'GET /reports/not_seen': ['address:read'],
  'GET /map/:subnet/:mask': ['subnet:read'],
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
