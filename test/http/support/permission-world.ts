import { createMemoryDatabase, type MemoryDatabase } from '../../../adapters/memory/index.js';
import { internalCaller } from '../../../application/caller.js';
import type { Application } from '../../../application/index.js';
import type { SubnetListing } from '../../../application/ports/inventory/subnets.js';
import type { User } from '../../../domain/access/user.js';
import { type OpenKind, openKindNames } from '../../../domain/catalog/kinds.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { PermissionLevel } from '../../../domain/fields/permission-map.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer, passwords } from '../../support/api-server.js';
import { FakeHosts } from '../../support/fake-hosts.js';

/** Levels of the viewer's group on the target section and its subnets. */
export interface Levels {
  readonly section: PermissionLevel;
  readonly subnet: PermissionLevel;
}

const every: readonly PermissionLevel[] = [0, 1, 2, 3];
const everyPair: readonly Levels[] = every.flatMap((section) => every.map((subnet) => ({ section, subnet })));

/** Levels that hide the subnets from the viewer. Section level 0 hides the section too. */
export const hidingLevels = everyPair.filter(({ section, subnet }) => section === 0 || subnet === 0);
/** Levels that show the section and the subnets to the viewer. */
export const showingLevels = everyPair.filter(({ section, subnet }) => section > 0 && subnet > 0);

/** A fixed time, so that the same requests store the same records. */
const clock = { now: () => new Date(2024, 2, 1, 12, 0, 0) };

/** Common options of all servers. */
const usual = () => ({ clock, hosts: everybodyAnswers(), trustedProxies: [Prefix.parse('127.0.0.0/8')] });

/** The storage and tokens that worlds are copied from. */
interface Original {
  readonly storage: MemoryDatabase;
  readonly tokens: Readonly<Record<'admin' | 'viewer' | 'reader', string>>;
  readonly named: Named;
}

/** By `<section level> <subnet level>`. */
const originals = new Map<string, Promise<Original>>();

const tokenOf = ({ token = '' }: ApiClient): string => token;

/** Group of the viewer and of the reader. */
const group = '3';

/** Ids of a section, a subnet with an address, a range and a request of the viewer, and a folder. */
export interface Placed {
  readonly section: number;
  readonly subnet: number;
  readonly folder: number;
  readonly address: number;
  readonly range: number;
  readonly request: number;
}

/** Search texts for the target section, subnets and address. Texts in `shared` also find the open objects. */
export const searchTexts = {
  section: 'Target',
  network: '10.2.0.0',
  ip: '10.2.0.10',
  hostname: 'host-2',
  type: 'target-type',
  shared: { hostbase: 'host-', mac: '00:11:22:33:44:55', link: 'link', externalId: 'external', description: 'described' },
} as const;

const settings = { linkField: 'custom_link', scan: { enabled: true } };
const text = { type: 'varchar(32)' };
const customFields = [
  { on: 'subnets', name: 'custom_customer_type', ...text },
  { on: 'subnets', name: 'custom_customer_address_type', ...text },
  { on: 'subnets', name: 'csid', ...text },
  { on: 'addresses', name: 'csid', ...text },
  { on: 'addresses', name: 'custom_link', ...text },
  { on: 'vlans', name: 'custom_owner', ...text },
];
const users = [
  { username: 'Admin', password: passwords.Admin, role: 'Administrator' },
  { username: 'guest', password: passwords.guest, groups: ['Guests'], inventory: 'write' },
  { username: 'operator', password: passwords.operator, groups: ['Guests'] },
];

/** The mandatory fields of a record of a kind. */
export const minimalOf: Readonly<Record<OpenKind, (n: number) => Input>> = {
  vlan: (n) => ({ name: `vlan ${n}`, number: 100 + n }),
  vrf: (n) => ({ name: `vrf ${n}` }),
  l2domain: (n) => ({ name: `domain ${n}` }),
  device: (n) => ({ hostname: `device-${n}`, sections: '1', snmp_community: `community ${n}` }),
  deviceType: (n) => ({ tname: `type ${n}` }),
  tag: (n) => ({ type: `tag ${n}` }),
  nameserver: (n) => ({ name: `ns ${n}`, namesrv1: '10.0.0.53' }),
  scanAgent: (n) => ({ name: `agent ${n}`, code: `code ${n}` }),
  location: (n) => ({ name: `location ${n}` }),
  rack: (n) => ({ name: `rack ${n}`, size: 10 }),
  customer: (n) => ({ title: `customer ${n}` }),
  nat: (n) => ({ name: `rule ${n}` }),
};

export const kindNames = openKindNames;

/** Ids in requests. Worlds that are made in the same way have the same ids. */
export type Named = Pick<PermissionWorld, 'target' | 'open' | 'records' | 'spares'>;

/**
 * A service with target objects, on which the viewer has the given levels, and open objects, on which the viewer has level 3.
 * The target subnets and address refer to a record of every kind.
 */
export class PermissionWorld {
  readonly server: ApiServer;
  /** A user with the inventory right, in the group with the given levels. */
  readonly viewer: ApiClient;
  /** A user without the inventory right, in the same group. */
  readonly reader: ApiClient;
  readonly target: Placed;
  readonly open: Placed;
  /** Id of a record of each kind that the target subnets and addresses refer to. */
  readonly records: Readonly<Record<OpenKind, number>>;
  /** Id of an unreferenced record of each kind. */
  readonly spares: Readonly<Record<OpenKind, number>>;

  private constructor(server: ApiServer, viewer: ApiClient, reader: ApiClient, { target, open, records, spares }: Named) {
    this.server = server;
    this.viewer = viewer;
    this.reader = reader;
    this.target = target;
    this.open = open;
    this.records = records;
    this.spares = spares;
  }

  /** A copy of the world of these levels, which is made once. */
  static async start(levels: Levels): Promise<PermissionWorld> {
    const key = `${levels.section} ${levels.subnet}`;
    const original = originals.get(key) ?? PermissionWorld.#makeOriginal(levels);
    originals.set(key, original);
    const { storage, tokens, named } = await original;
    const server = await ApiServer.resume({ ...usual(), storage: storage.copy() }, tokens.admin);
    return new PermissionWorld(server, server.resumed('main', tokens.viewer), server.resumed('main', tokens.reader), named);
  }

  static async #makeOriginal(levels: Levels): Promise<Original> {
    const storage = createMemoryDatabase();
    const { server, viewer, reader, target, open, records, spares } = await PermissionWorld.startOther(levels, {}, storage);
    const tokens = { admin: tokenOf(server.client), viewer: tokenOf(viewer), reader: tokenOf(reader) };
    const copy = storage.copy();
    await server.close();
    return { storage: copy, tokens, named: { target, open, records, spares } };
  }

  /** A new world. @param provision more of the provisioning document */
  static async startOther(levels: Levels, provision: object, storage = createMemoryDatabase()): Promise<PermissionWorld> {
    const server = await ApiServer.start({ ...usual(), storage, provision: { users, customFields, settings, ...provision } });
    const { application } = server;
    const user = (await storage.readers.users.findByName('guest')) ?? null;
    const open = await place(application, 1, { name: 'Open', viewer: user }, { section: 3, subnet: 3 }, {});
    const [records, spares] = [await createRecords(application, 1), await createRecords(application, 2)];
    const target = await place(application, 2, { name: searchTexts.section, viewer: user }, levels, records);
    await application.catalog.change(internalCaller, 'nat', records.nat, { src: { subnets: [open.subnet] } });
    await application.usageRecording.record();
    const [viewer, reader] = [await server.signIn('guest', 'main'), await server.signIn('operator', 'main')];
    return new PermissionWorld(server, viewer, reader, { target, open, records, spares });
  }

  /** Deletes the objects that these levels hide from the viewer. */
  async deleteHidden({ section }: Levels): Promise<void> {
    const { sections, subnets } = this.server.application;
    if (section === 0) return sections.delete(internalCaller, this.target.section);
    await subnets.delete(internalCaller, this.target.subnet);
    await subnets.delete(internalCaller, this.target.folder);
  }

  /** Stored records that these levels hide from the viewer, as JSON. */
  hidden({ section }: Levels): Promise<readonly string[]> {
    const { sections, subnets, addresses, catalog } = this.server.application;
    const { target } = this;
    const ids = [target.subnet, target.folder];
    const order = { by: 'id' } as const;
    return textsOf([
      ...(section === 0 ? [sections.list(internalCaller)] : []),
      subnetsOf(subnets.list(internalCaller, section === 0 ? { sectionId: target.section, order } : { ids, order })),
      addresses.list(internalCaller, { subnetId: target.subnet, order: 'id' }),
      catalog.list('range', { subnetId: target.subnet }),
      catalog.list('request', { subnetId: target.subnet }),
    ]);
  }

  /** All stored records, as JSON. */
  dump(): Promise<readonly string[]> {
    const { sections, subnets, addresses, catalog } = this.server.application;
    return textsOf([
      sections.list(internalCaller),
      subnetsOf(subnets.list(internalCaller, { order: { by: 'id' } })),
      addresses.list(internalCaller, { order: 'id' }),
      ...[...kindNames, 'range' as const].map((kind) => catalog.list(kind)),
      withoutAuthors(catalog.list('request')),
    ]);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

/** Address requests without their authors, which depend on the caller. */
async function* withoutAuthors(requests: AsyncIterable<KindRecord>): AsyncGenerator<unknown> {
  for await (const { id, values } of requests) {
    const { requester: _, requesterId: __, decidedBy: ___, ...others } = values;
    yield { id, ...others };
  }
}

/** Subnets without the data of related records in listings. */
async function* subnetsOf(listings: AsyncIterable<SubnetListing>): AsyncGenerator<unknown> {
  for await (const { subnet } of listings) yield subnet;
}

async function textsOf(lists: readonly AsyncIterable<unknown>[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const list of lists)
    for await (const record of list)
      texts.push(JSON.stringify(record, (_, value: unknown) => (value instanceof Map ? [...value] : value)));
  return texts;
}

async function createRecords({ catalog }: Application, n: number): Promise<Record<OpenKind, number>> {
  const created: [OpenKind, number][] = [];
  for (const kind of kindNames) created.push([kind, await catalog.create(internalCaller, kind, minimalOf[kind](n))]);
  return Object.fromEntries(created) as Record<OpenKind, number>;
}

type Records = Partial<Readonly<Record<OpenKind, number>>>;

/** Both addresses answer pings. A ping stores a result, so callers must not ping hidden addresses. */
function everybodyAnswers(): FakeHosts {
  const hosts = new FakeHosts();
  for (const n of [1, 2]) hosts.alive.add(`10.${n}.0.10`);
  return hosts;
}

/** Creates a section with the subnet 10.n.0.0/24, an address, a range, a request and a folder; returns their ids. */
async function place(
  application: Application,
  n: number,
  { name, viewer }: { readonly name: string; readonly viewer: User | null },
  levels: Levels,
  records: Records,
): Promise<Placed> {
  const { sections, subnets, addresses, catalog } = application;
  const { link, externalId, description, mac } = searchTexts.shared;
  const sectionId = await sections.create(internalCaller, { name, strictMode: 1, permissions: { [group]: levels.section } });
  const types = n === 1 ? {} : { custom_customer_type: searchTexts.type, custom_customer_address_type: searchTexts.type };
  const shared = { location: records.location, customer_id: records.customer, csid: externalId, description };
  const { id: subnet } = await subnets.create(internalCaller, Prefix.parse(`10.${n}.0.0/24`), {
    ...{ sectionId, ...shared, ...types, allowRequests: 1 },
    ...{ vlanId: records.vlan, vrfId: records.vrf, device: records.device, nameserverId: records.nameserver },
  });
  const { id: folder } = await subnets.create(internalCaller, null, { sectionId, ...shared });
  const address = await addresses.create(internalCaller, {
    ...{ subnetId: subnet, ip: `10.${n}.0.10`, hostname: `host-${n}`, mac, custom_link: link, ...shared },
    ...{ deviceId: records.device, tag: records.tag },
  });
  const ends = { first: `10.${n}.0.100`, last: `10.${n}.0.109` };
  const range = await catalog.create(internalCaller, 'range', { subnetId: subnet, name: `range ${n}`, ...ends, description });
  const request = await catalog.create({ ...internalCaller, user: viewer }, 'request', {
    subnetId: subnet,
    comment: `request ${n}`,
    description,
  });
  for (const id of [subnet, folder]) await subnets.setPermissions(internalCaller, id, { [group]: levels.subnet });
  return { section: sectionId, subnet, folder, address, range, request };
}
