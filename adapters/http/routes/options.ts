import { type App, appPermissions } from '../../../domain/access/app.js';
import type { PlainAnswer } from '../answer.js';
import type { Controller } from '../api-request.js';
import { RequestError } from '../request-error.js';
import type { RequestParameters } from '../wire/parameters.js';

const listed: readonly (readonly [rel: string, path: string])[] = [
  ['sections', 'sections'],
  ['subnets', 'subnets'],
  ['folders', 'folders'],
  ['addresses', 'addresses'],
  ['vlans', 'vlan'],
  ['vrfs', 'vrf'],
  ['nameservers', 'tools/nameservers'],
  ['scanAgents', 'tools/scanagents'],
  ['locations', 'tools/locations'],
  ['racks', 'tools/racks'],
  ['nat', 'tools/nat'],
  ['tools', 'tools'],
];

const permissionNames = ['Disabled', 'Read', 'Read / Write', 'Read / Write / Admin'] as const;

/**
 * The answer of GET and OPTIONS on an application's root: its permissions and controllers.
 * @param root base path of all applications: `/api`
 */
export function describeRoot(app: App, root: string): PlainAnswer {
  const controllers = listed.map(([rel, path]) => ({ rel, href: `${root}/${app.id}/${path}/` }));
  return { data: { permissions: permissionNames[appPermissions.indexOf(app.permission)] ?? '', controllers } };
}

/** The answer of OPTIONS on a controller. @throws RequestError request.optionsParameter */
export function describeController(
  app: App,
  root: string,
  controller: Controller,
  ids: readonly string[],
  parameters: RequestParameters,
): PlainAnswer {
  const [unexpected] = [...(ids.length > 1 ? ['id2'] : []), ...Object.keys(parameters)];
  if (unexpected !== undefined) throw new RequestError('request.optionsParameter', { name: unexpected });
  if (controller.names[0] === 'tools') return describeRoot(app, root);
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
