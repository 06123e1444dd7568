import type { Controller, Route } from '../../../adapters/http/api-request.js';
import { toolWord } from '../../../adapters/http/routes/kinds/tool-names.js';
import type { OpenKind } from '../../../domain/catalog/kinds.js';
import { bodiesOf } from './permission-bodies.js';
import { kindNames, type Named, searchTexts } from './permission-world.js';
import type { Sent } from './sent.js';

/** A request to a route that names the target objects. */
export interface Probe extends Required<Pick<Sent, 'counts' | 'path'>> {
  readonly method: Route['method'];
  readonly body?: object | undefined;
}

const kindOfController: Readonly<Record<string, OpenKind>> = {
  vlans: 'vlan',
  l2domains: 'l2domain',
  vrfs: 'vrf',
  devices: 'device',
};

/** The kind of records that a route reads or writes, if any. */
function kindOf({ names: [name] }: Controller, { path }: Route): OpenKind | undefined {
  if (name !== 'tools') return kindOfController[name];
  const word = /^\/(\w+)/.exec(path)?.[1];
  return word === 'vrf' ? 'vrf' : kindNames.find((kind) => toolWord(kind) === word);
}

/** The values of a parameter of a route pattern. */
type ValuesOf = (name: string) => readonly (string | number)[];

/** Every path that matches a route pattern, without ignored path ends. */
function pathsOf(pattern: string, valuesOf: ValuesOf): string[] {
  const [, before = '', optional, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (optional !== undefined) {
    const variants = optional.endsWith('*rest') ? [''] : ['', optional];
    return variants.flatMap((part) => pathsOf(before + part + after, valuesOf));
  }
  const [, start = '', name, end = ''] = /^(.*?)[:*](\w+)(.*)$/.exec(pattern) ?? [];
  if (name === undefined) return [pattern];
  return valuesOf(name).flatMap((value) => pathsOf(`${start}${value}${end}`, valuesOf));
}

const { type, shared } = searchTexts;
const texts: Readonly<Record<string, readonly (string | number)[]>> = {
  subnet: [searchTexts.network],
  ip: [searchTexts.ip],
  hostname: [searchTexts.hostname],
  hostbase: [shared.hostbase],
  mac: [shared.mac],
  value: [type, shared.link, shared.externalId],
  text: [searchTexts.ip, searchTexts.network, searchTexts.hostname, shared.description],
  type: ['v4'],
  last: [28],
  number: [101],
  other: ['bogus'],
  rest: ['bogus'],
  kind: ['address', 'subnet', 'section', 'vlan'],
};

/** Values of the parameters of a route pattern, which lead to the target objects. */
function valuesFor(name: string, pattern: string, kind: OpenKind | undefined, { target, records }: Named): ValuesOf {
  const own: Readonly<Record<string, readonly (string | number)[]>> = {
    sections: [target.section],
    subnets: [target.subnet],
    folders: [target.folder],
    ranges: [target.range],
    requests: [target.request],
    addresses: pattern.startsWith('/tags') ? [records.tag] : [target.address, searchTexts.ip],
  };
  const values: Readonly<Record<string, readonly (string | number)[]>> = {
    ...texts,
    id: (kind ? [records[kind]] : own[name]) ?? [],
    section: kind ? [target.section] : [target.section, searchTexts.section],
    subnetId: [target.subnet],
    mask: [/_subnets?\{/.test(pattern) ? 28 : 24],
  };
  return (param) => values[param] ?? [];
}

/** Requests to all paths of a route, under one name of its controller. */
export function probesOf(controller: Controller, name: string, route: Route, named: Named): Probe[] {
  const kind = kindOf(controller, route);
  const counts = controller.names[0] === 'sections' ? 'section' : 'subnet';
  const sent =
    bodiesOf(controller, name, route, kind, named) ??
    pathsOf(route.path, valuesFor(name, route.path, kind, named)).map((path): Sent => ({ path }));
  return sent.map(({ path, ...rest }) => ({ method: route.method, counts, ...rest, path: `/${name}${path}` }));
}

/** Queries of requests for lists and records. */
export const additions: readonly string[] = [
  '',
  '?links=true',
  `?filter_by=description&filter_value=${shared.description}`,
  '?limit=2&count=1&sort=-id',
  `?filter_by=csid&filter_value=${shared.externalId}`,
];

/** Mistakes in a body beside hidden objects. They show which mistake the service reports first. */
const mistakes: readonly object[] = [
  { bogus: 1 },
  { description: '\u0000' },
  { tag: 4711 },
  { mask: 'x', ip: 'x', number: 'x', Guests: 9, permissions: 'x' },
  { vlanId: 4711, deviceId: 4711 },
];

/** For a write: the probe itself, one with each mistake, and one with an empty body. For a read: only the probe itself. */
export const withMistakes = (probe: Probe): Probe[] =>
  probe.method === 'GET'
    ? [probe]
    : [...mistakes.map((mistake) => ({ ...probe, body: { ...probe.body, ...mistake } })), { ...probe, body: {} }, probe];
