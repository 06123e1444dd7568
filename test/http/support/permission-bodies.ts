import type { Controller, Route } from '../../../adapters/http/api-request.js';
import type { OpenKind } from '../../../domain/catalog/kinds.js';
import { adminBodies } from './admin-bodies.js';
import { minimalOf, type Named, searchTexts } from './permission-world.js';
import type { Sent } from './sent.js';

type Sending = (named: Named, id: number) => readonly Sent[];

/** Requests to routes that need a body, by controller and route. `id` is the id of a subnet or folder. */
const bodies: Readonly<Record<string, Readonly<Record<string, Sending>>>> = {
  sections: {
    'POST /{*rest}': ({ target }) => [
      { path: '/', body: { name: 'Made' }, counts: 'nobody' },
      { path: '/', body: { name: 'Child', masterSection: target.section } },
    ],
    'POST /ensure{/*rest}': ({ target }) => [
      { path: '/ensure/', body: { name: 'Made' }, counts: 'nobody' },
      { path: '/ensure/', body: { name: 'Child', masterSection: target.section } },
    ],
    'PATCH /{:id}{/*rest}': ({ target, open }) => [
      { path: `/${target.section}/`, body: { description: 'changed' } },
      { path: '/', body: { id: target.section, description: 'changed' } },
      { path: `/${open.section}/`, body: { masterSection: target.section } },
    ],
    'DELETE /{:id}': ({ target }) => [{ path: `/${target.section}/` }],
  },
  subnets: {
    'POST /{*rest}': ({ target, open }) => [
      { path: '/', body: { sectionId: target.section, subnet: '10.2.8.0', mask: 24 }, counts: 'section' },
      { path: '/', body: { sectionId: target.section, isFolder: true }, counts: 'section' },
      { path: '/', body: { ...child, sectionId: target.section, masterSubnetId: target.subnet } },
      { path: '/', body: { ...child, sectionId: open.section, masterSubnetId: target.folder } },
      { path: '/', body: { ...child, sectionId: target.section, masterSubnetId: open.folder }, counts: 'open' },
      { path: '/', body: { ...child, sectionId: open.section, linked_subnet: target.subnet }, counts: 'open' },
    ],
    'POST /ensure{/*rest}': ({ target, open }) => [
      { path: '/ensure/', body: { sectionId: target.section, subnet: '10.2.8.0', mask: 24 }, counts: 'section' },
      { path: '/ensure/', body: { ...child, sectionId: target.section, masterSubnetId: target.subnet } },
      { path: '/ensure/', body: { ...child, sectionId: open.section, masterSubnetId: target.folder } },
      { path: '/ensure/', body: { ...child, sectionId: open.section, linked_subnet: target.subnet }, counts: 'open' },
    ],
    'POST /bulk{/*rest}': (_, id) => [
      { path: '/bulk/', body: { atomic: true, items: [{ action: 'change', id, description: 'changed' }] } },
    ],
    'PATCH /{:id}': ({ target, open }, id) => [
      { path: `/${id}/`, body: { description: 'changed' } },
      { path: '/', body: { id, description: 'changed' } },
      { path: `/${open.subnet}/`, body: { linked_subnet: target.subnet }, counts: 'open' },
      { path: `/${open.folder}/`, body: { masterSubnetId: target.folder } },
      { path: `/${open.folder}/`, body: { sectionId: target.section }, counts: 'section' },
    ],
    'PATCH /:id/resize{/*rest}': (_, id) => [{ path: `/${id}/resize/`, body: { mask: 25 } }],
    'PATCH /:id/split{/*rest}': (_, id) => [{ path: `/${id}/split/`, body: { number: 2 } }],
    'PATCH /:id/permissions{/*rest}': (_, id) => [{ path: `/${id}/permissions/`, body: { Guests: 'rwa' } }],
    'DELETE /{:id}': (_, id) => [{ path: `/${id}/` }, { path: '/', body: { filter: { id }, expect: 1 } }],
  },
  addresses: {
    'POST /first_free{/:subnetId}{/*rest}': ({ target }) => [
      { path: `/first_free/${target.subnet}/` },
      { path: '/first_free/', body: { subnetId: target.subnet } },
    ],
    'POST /bulk{/*rest}': ({ target }) => [
      { path: '/bulk/', body: { atomic: true, items: [{ action: 'create', subnetId: target.subnet, ip: '10.2.0.21' }] } },
      { path: '/bulk/', body: { atomic: true, items: [{ action: 'delete', id: target.address }] } },
    ],
    'POST /{*rest}': ({ target }) => [{ path: '/', body: { subnetId: target.subnet, ip: '10.2.0.20' } }],
    'POST /ensure{/*rest}': ({ target }) => [
      { path: '/ensure/', body: { subnetId: target.subnet, ip: '10.2.0.20' } },
      { path: '/ensure/', body: { subnetId: target.subnet, ip: searchTexts.ip, description: 'ensured' } },
    ],
    'PATCH /{:id}{/*rest}': ({ target }) => [{ path: `/${target.address}/`, body: { is_gateway: true } }],
    'DELETE /{:id}{/:subnetId}{/*rest}': ({ target }) => [
      { path: `/${target.address}/` },
      { path: `/${searchTexts.ip}/${target.subnet}/` },
      { path: '/', body: { filter: { id: target.address }, expect: 1 } },
    ],
  },
  ranges: {
    'POST /ensure{/*rest}': ({ target }) => [
      { path: '/ensure/', body: { subnetId: target.subnet, name: 'made', first: '10.2.0.120', last: '10.2.0.125' } },
      { path: '/ensure/', body: { subnetId: target.subnet, name: 'range 2', first: '10.2.0.100', last: '10.2.0.108' } },
    ],
    'POST /{*rest}': ({ target }) => [
      { path: '/', body: { subnetId: target.subnet, name: 'made', first: '10.2.0.120', last: '10.2.0.125' } },
    ],
    'PATCH /{:id}{/*rest}': ({ target }) => [
      { path: `/${target.range}/`, body: { description: 'changed' } },
      { path: '/', body: { id: target.range, last: '10.2.0.108' } },
    ],
    'DELETE /{:id}': ({ target }) => [{ path: `/${target.range}/` }],
  },
  requests: {
    'POST /{*rest}': ({ target }) => [
      { path: '/', body: { subnetId: target.subnet, comment: 'made' } },
      { path: '/', body: { subnetId: target.subnet, comment: 'made', ip_addr: '10.2.0.30', count: 2 } },
    ],
    'POST /:id/hold{/*rest}': ({ target }) => [{ path: `/${target.request}/hold/`, body: { hold: 60 } }],
    'PATCH /{:id}{/*rest}': ({ target }) => [
      { path: `/${target.request}/`, body: { description: 'changed' } },
      { path: '/', body: { id: target.request, ip_addr: '10.2.0.30' } },
    ],
    'DELETE /{:id}': ({ target }) => [{ path: `/${target.request}/` }],
  },
  rows: {
    'POST /:kind{/*rest}': ({ target, open }) => [
      { path: '/subnet/', body: { columns: ['section', 'subnet'], rows: [[target.section, '10.2.8.0/24']] }, counts: 'section' },
      { path: '/section/', body: { columns: ['name', 'masterSection'], rows: [['Child', target.section]] }, counts: 'section' },
      {
        path: '/address/',
        body: { columns: ['subnet', 'ip', 'hostname'], rows: [[`#${open.subnet}`, '10.1.0.20', 'made']], section: open.section },
        counts: 'open',
      },
      { path: '/vlan/', body: { columns: ['number', 'name'], rows: [[103, 'Made']] }, counts: 'open' },
    ],
  },
  admin: adminBodies,
  account: {
    'GET /sessions': () => [{ path: '/sessions/', counts: 'nobody' }], // session ids are random
    'DELETE /sessions/:id': () => [{ path: '/sessions/0123456789ab/' }],
    'PATCH /notifications': () => [{ path: '/notifications/', body: { topics: ['answer', 'threshold:1'], language: 'de' } }],
    'DELETE /factors/:id': () => [{ path: '/factors/0123456789ab/', body: { password: 'guest secret' } }],
  },
  prefix: {
    ...Object.fromEntries(['address', 'addresses', 'ip'].flatMap((word) => prefixPaths(word))),
    'POST {/:value}{/:type}{/:last}{/*rest}': () => [{ path: `/${searchTexts.type}/v4/28/` }],
  },
};

/** The two routes of /prefix/ with a word for addresses. */
function prefixPaths(word: string): [route: string, Sending][] {
  return [
    [`POST /:value/${word}{/:type}{/*rest}`, () => [{ path: `/${searchTexts.type}/${word}/v4/` }]],
    [`POST /:value/:type/${word}{/*rest}`, () => [{ path: `/${searchTexts.type}/v4/${word}/` }]],
  ];
}

const child = { subnet: '10.2.0.128', mask: 26 };

/** A change of one field, for kinds without a description. */
const changes: Readonly<Partial<Record<OpenKind, object>>> = {
  customer: { city: 'changed' },
  deviceType: { tdescription: 'changed' },
  tag: { bgcolor: '#123456' },
};

/** Requests to a route that writes records of a kind. */
function recordBodies(kind: OpenKind, { method, path }: Route, { target, records, spares }: Named): readonly Sent[] {
  const base = path.replace(/\{.*/, '');
  const isNat = kind === 'nat';
  const sent: Readonly<Record<string, Sent>> = {
    POST: {
      path: `${path.startsWith('/ensure') ? '/ensure' : base}/`,
      body: { ...minimalOf[kind](3), ...(isNat ? { src: { ipaddresses: [target.address] } } : {}) },
    },
    PATCH: {
      path: `${base}/${records[kind]}/`,
      body: isNat ? { dst: { subnets: [target.subnet] } } : (changes[kind] ?? { description: 'changed' }),
    },
    DELETE: { path: `${base}/${spares[kind]}/` },
  };
  const one = sent[method];
  return one ? [{ ...one, counts: 'open' }] : [];
}

/** Requests to a route; undefined when the route needs no body. */
export function bodiesOf(
  { names }: Controller,
  name: string,
  route: Route,
  kind: OpenKind | undefined,
  named: Named,
): readonly Sent[] | undefined {
  if (kind && route.access === 'inventory') return recordBodies(kind, route, named);
  const id = name === 'folders' ? named.target.folder : named.target.subnet;
  return bodies[names[0]]?.[`${route.method} ${route.path}`]?.(named, id);
}
