import type { Caller } from '../../../application/caller.js';
import { mayRead } from '../../../domain/access/access-policy.js';
import { type App, appPermissions } from '../../../domain/access/app.js';
import type { GrantedScope, ScopedRecord } from '../../../domain/access/key-scope.js';
import type { PlainAnswer } from '../answer.js';
import type { Controller } from '../api-request.js';
import { RequestError } from '../request-error.js';
import type { RequestParameters } from '../wire/parameters.js';

const listed: readonly (readonly [rel: string, path: string, record?: ScopedRecord])[] = [
  ['sections', 'sections', 'section'],
  ['subnets', 'subnets', 'subnet'],
  ['folders', 'folders', 'subnet'],
  ['addresses', 'addresses', 'address'],
  ['vlans', 'vlan', 'vlan'],
  ['vrfs', 'vrf', 'vrf'],
  ['nameservers', 'tools/nameservers', 'nameserver'],
  ['scanAgents', 'tools/scanagents', 'scanAgent'],
  ['locations', 'tools/locations', 'location'],
  ['racks', 'tools/racks', 'rack'],
  ['nat', 'tools/nat', 'nat'],
  ['tools', 'tools'],
];

/** Permission level of an application, limited by the scope of a key: 0 none, 1 read, 2 write, 3 administer. */
function permissionRank({ permission }: App, scope: GrantedScope | undefined): number {
  const rank = appPermissions.indexOf(permission);
  if (!scope || scope.rights.has('admin')) return rank;
  const writes = [...scope.rights].some((right) => right.endsWith(':write') || right.endsWith(':allocate'));
  return Math.min(rank, writes ? 2 : 1);
}

const permissionNames = ['Disabled', 'Read', 'Read / Write', 'Read / Write / Admin'] as const;

/**
 * Answer to GET and OPTIONS at an application's root. It contains the permission level and the controllers of the application,
 * limited by the scope of a key.
 * @param root path of all applications, e.g. `/api`
 */
export function describeRoot(app: App, root: string, caller?: Caller): PlainAnswer {
  const scope = caller?.principal.narrowed?.scope;
  const controllers = listed
    .filter(([, , record]) => !caller || !record || mayRead(caller.principal, record))
    .map(([rel, path]) => ({ rel, href: `${root}/${app.id}/${path}/` }));
  return { data: { permissions: permissionNames[permissionRank(app, scope)] ?? '', controllers } };
}

/** Answer to OPTIONS on a controller. @throws RequestError request.optionsParameter */
export function describeController(
  app: App,
  root: string,
  controller: Controller,
  ids: readonly string[],
  parameters: RequestParameters,
  caller?: Caller,
): PlainAnswer {
  const [unexpected] = [...(ids.length > 1 ? ['id2'] : []), ...Object.keys(parameters)];
  if (unexpected !== undefined) throw new RequestError('request.optionsParameter', { name: unexpected });
  if (controller.names[0] === 'tools') return describeRoot(app, root, caller);
  const base = `${root}/${app.id}/${controller.names[0]}/`;
  const further = (controller.furtherMethods ?? []).map(({ path, rel, method }) => ({
    href: base + path,
    methods: [{ rel, method }],
  }));
  const crud = [
    { rel: 'read', method: 'GET' },
    { rel: 'create', method: 'POST' },
    { rel: 'update', method: 'PATCH' },
    { rel: 'delete', method: 'DELETE' },
  ];
  return {
    data: {
      methods: [
        { href: base, methods: [{ rel: 'options', method: 'OPTIONS' }] },
        ...further,
        { href: `${base}{id}/`, methods: crud },
      ],
    },
  };
}
