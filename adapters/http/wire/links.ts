import type { KindName } from '../../../domain/catalog/kinds.js';
import { RecordShape, WireRecord } from './wire-value.js';

/** `path` is relative to the record's path; empty for the record itself. */
export interface Link {
  readonly rel: string;
  readonly path: string;
  readonly methods: readonly string[];
}

export interface ResourceLinks {
  /** Path of the resource below the application, e.g. `tools/tags`. */
  readonly base: string;
  readonly links: readonly Link[];
}

const everything = ['GET', 'POST', 'DELETE', 'PATCH'] as const;
const self = (...methods: string[]): Link => ({ rel: 'self', path: '', methods: methods.length > 0 ? methods : everything });
const list = (rel: string): Link => ({ rel, path: `${rel}/`, methods: ['GET'] });
const action = (rel: string, ...methods: string[]): Link => ({ rel, path: `${rel}/`, methods });

export const sectionLinks: ResourceLinks = { base: 'sections', links: [self(), list('subnets')] };

export const subnetLinks: ResourceLinks = {
  base: 'subnets',
  links: [
    self(),
    ...['addresses', 'addresses/{ip}', 'usage', 'first_free', 'slaves', 'slaves_recursive'].map(list),
    action('truncate', 'DELETE'),
    action('permissions', 'DELETE', 'PATCH'),
    action('resize', 'PATCH'),
    action('split', 'PATCH'),
  ],
};

export const addressLinks: ResourceLinks = { base: 'addresses', links: [self(), list('ping')] };

export const addressTagLinks: ResourceLinks = { base: 'addresses/tags', links: [self('GET'), list('addresses')] };

export const rangeLinks: ResourceLinks = { base: 'ranges', links: [self()] };

export const requestLinks: ResourceLinks = {
  base: 'requests',
  links: [self(), ...['accept', 'refuse', 'withdraw', 'hold'].map((rel) => action(rel, 'POST'))],
};

export const vlanLinks: ResourceLinks = { base: 'vlans', links: [self(), list('subnets')] };

export const vrfLinks: ResourceLinks = { base: 'vrfs', links: [self(), list('subnets')] };

export const l2domainLinks: ResourceLinks = { base: 'l2domains', links: [self(), list('vlans')] };

export const deviceLinks: ResourceLinks = { base: 'devices', links: [self('GET'), list('addresses')] };

/** Links of records below /tools/. Kinds that are absent have no links. */
export const toolLinks: Readonly<Partial<Record<KindName, ResourceLinks>>> = {
  tag: { base: 'tools/tags', links: [self(), list('addresses')] },
  device: { base: 'tools/devices', links: [self(), list('addresses')] },
  deviceType: { base: 'tools/device_types', links: [self(), list('devices')] },
  vlan: { base: 'tools/vlans', links: [self('GET'), list('subnets')] },
  vrf: { base: 'tools/vrfs', links: [self('GET'), list('subnets')] },
};

const shapeOfLink = RecordShape.of(['rel', 'href', 'methods']);

/**
 * Returns a function that appends links as the last member of a record.
 * @param appPath path of the application, e.g. `/api/main`
 * @param all whether to append all links, as in a single record, or only `self`, as in a list
 */
export function linking({ base, links }: ResourceLinks, appPath: string, all: boolean): (record: WireRecord) => WireRecord {
  const shown = all ? links : links.slice(0, 1);
  const above = `${appPath}/${base}/`;
  return (record) => {
    const [id] = record.values; // the first member is the id, under any name
    const own = `${above}${String(id)}/`;
    record.set(
      'links',
      shown.map(({ rel, path, methods }) => new WireRecord(shapeOfLink, [rel, own + path, methods])),
    );
    return record;
  };
}
