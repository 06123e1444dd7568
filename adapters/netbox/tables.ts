import { SourceError } from '../../application/ports/register.js';
import { Findings } from '../../application/transfer/register/report.js';
import type { InputRow, RowTable } from '../../application/transfer/rows/table.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import { Prefix } from '../../domain/net/prefix.js';
import { isAssignable } from '../../domain/subnet/usable-addresses.js';
import { AddressPositions } from '../../domain/transfer/address-positions.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { NetworkIndex } from '../../domain/transfer/network-index.js';
import { choiceIn, idIn, type NetboxObject, textIn } from './members.js';
import type { ListName, NetboxSource } from './source.js';
import { cut, Leftovers, lineIn, UniqueNames } from './unique-names.js';

/** The tag name for each status of addresses and prefixes. */
const tags: Readonly<Record<string, string>> = {
  active: 'Used',
  container: 'Used',
  reserved: 'Reserved',
  deprecated: 'Offline',
  dhcp: 'DHCP',
};

const columnsOf = {
  section: ['name'],
  location: ['name', 'description', 'address', 'lat', 'long'],
  customer: ['title', 'note'],
  l2domain: ['name', 'description'],
  vlan: ['domain', 'number', 'name', 'description', 'customer'],
  vrf: ['name', 'rd', 'description', 'customer'],
  subnet: ['section', 'subnet', 'vrf', 'vlan', 'description', 'customer', 'location', 'tag', 'isPool'],
  address: ['section', 'vrf', 'ip', 'hostname', 'description', 'note', 'customer', 'tag'],
} as const satisfies Readonly<Partial<Record<RowKind, readonly string[]>>>;

const addressMembers = [
  ...['address', 'vrf', 'tenant', 'status', 'dns_name', 'description', 'comments'],
  ...['assigned_object_id', 'assigned_object_type'],
];

type NetboxKind = keyof typeof columnsOf;

interface PrefixRow {
  readonly prefix: Prefix;
  readonly cells: readonly string[];
}

/** Converts the contents of a NetBox to tables, with findings for unsupported data. Each list is read once, in order. */
export class NetboxTables {
  readonly findings = new Findings();
  readonly #source: NetboxSource;
  readonly #section: string;
  readonly #progressed: (share: number, what: string) => void;
  readonly #left = new Leftovers();
  readonly #locations = new UniqueNames(this.findings, 128);
  readonly #customers = new UniqueNames(this.findings, 128);
  readonly #domains = new UniqueNames(this.findings, 64);
  readonly #vrfs = new UniqueNames(this.findings, 32);
  /** VLAN cell values by id. */
  readonly #vlans = new Map<number, string>();
  readonly #numbers = new Set<string>();
  readonly #networks = new NetworkIndex();
  readonly #pools = new Set<number>();
  readonly #prefixes = new Map<number, Prefix>();
  readonly #rows: Partial<Record<NetboxKind, (readonly string[])[]>> = {};

  /** @param section the name of the section for imported networks */
  constructor(source: NetboxSource, section: string, progressed: (share: number, what: string) => void = () => {}) {
    this.#source = source;
    this.#section = section;
    this.#progressed = progressed;
  }

  /** Returns all tables. The rows of addresses, the last table, are streamed and can be read only once. */
  async tables(): Promise<readonly RowTable[]> {
    this.#add('section', [this.#section]);
    const placeMembers = ['name', 'description', 'physical_address', 'latitude', 'longitude'];
    await this.#each('regions', placeMembers, (where, object) => this.#location('region', where, object));
    await this.#each('sites', placeMembers, (where, object) => this.#location('site', where, object));
    await this.#each('tenants', ['name', 'description', 'comments'], (where, object) => this.#customer(where, object));
    const vrfMembers = ['name', 'rd', 'description', 'tenant', 'enforce_unique'];
    await this.#each('vrfs', vrfMembers, (where, object) => this.#vrf(where, object));
    const groupMembers = ['name', 'description', 'min_vid', 'max_vid', 'vid_ranges'];
    await this.#each('vlan-groups', groupMembers, (where, object) => this.#domain(where, object));
    for await (const objects of this.#objects('vlans')) for (const object of objects) this.#vlan(object);
    const prefixes: PrefixRow[] = [];
    for await (const objects of this.#objects('prefixes')) for (const object of objects) this.#prefix(object, prefixes);
    // Parents first, so that children find them.
    for (const { cells } of prefixes.sort((a, b) => a.prefix.length - b.prefix.length)) this.#add('subnet', cells);
    const buffered = Object.keys(columnsOf).filter((kind) => kind !== 'address') as NetboxKind[];
    return [...buffered.map((kind) => this.#table(kind, this.#rows[kind] ?? [])), this.#addressTable()];
  }

  /** Reports unsupported data. To be called after all rows are read. */
  reportLeftovers(): void {
    this.#left.report(this.findings);
  }

  #table(kind: NetboxKind, cells: readonly (readonly string[])[]): RowTable {
    const columns = columnsOf[kind];
    const rows = cells.map((each, index) => ({ row: index + 1, cells: each }));
    return {
      ...{ kind, columns, titles: columns },
      async *rows() {
        if (rows.length > 0) yield rows;
      },
    };
  }

  #addressTable(): RowTable {
    const columns = columnsOf.address;
    const positions = new AddressPositions(this.#prefixes);
    const pages = () => this.#objects('ip-addresses');
    const cellsOf = (object: NetboxObject) => this.#address(object, positions);
    return {
      ...{ kind: 'address', columns, titles: columns },
      async *rows(): AsyncGenerator<readonly InputRow[]> {
        let row = 0;
        for await (const objects of pages()) {
          const rows: InputRow[] = [];
          for (const object of objects) {
            const cells = cellsOf(object);
            if (cells) rows.push({ row: ++row, cells });
          }
          if (rows.length > 0) yield rows;
        }
      },
    };
  }

  #add(kind: NetboxKind, cells: readonly string[]): void {
    const rows = this.#rows[kind] ?? [];
    this.#rows[kind] = rows;
    rows.push(cells);
    if (kind !== 'section') this.findings.count(kind, 1);
  }

  /** @param taken names of imported members */
  async #each(list: ListName, taken: readonly string[], take: (where: string, object: NetboxObject) => void): Promise<void> {
    for await (const objects of this.#objects(list))
      for (const object of objects) {
        this.#left.note(list, object, taken);
        take(whereOf(list, object), object);
      }
  }

  /** @throws SourceError if the number of objects differs from the list's count */
  async *#objects(list: ListName): AsyncGenerator<readonly NetboxObject[], void, undefined> {
    let [read, count] = [0, 0];
    for await (const page of this.#source.pages(list)) {
      read += page.objects.length;
      count = page.count;
      yield page.objects;
      this.#progressed(count === 0 ? 1 : Math.min(read / count, 1), `reading ${list}`);
    }
    if (read !== count)
      throw new SourceError(`${list}: ${read} of ${count} records were read: they changed during the import, try again`);
  }

  #location(sort: 'region' | 'site', where: string, object: NetboxObject): void {
    const name = this.#locations.give(`${sort} ${idIn(object)}`, where, textIn(object, 'name'));
    const address = cut(this.findings, where, lineIn(object, 'physical_address'), 128);
    const position = [textIn(object, 'latitude'), textIn(object, 'longitude')];
    this.#add('location', [name, this.#text(where, object, 65535), address, ...position]);
  }

  #customer(where: string, object: NetboxObject): void {
    const title = this.#customers.give(`tenant ${idIn(object)}`, where, textIn(object, 'name'));
    const note = [textIn(object, 'description'), textIn(object, 'comments')].filter((text) => text !== '').join('\n');
    this.#add('customer', [title, cut(this.findings, where, note, 65535)]);
  }

  #vrf(where: string, object: NetboxObject): void {
    const name = this.#vrfs.give(`vrf ${idIn(object)}`, where, textIn(object, 'name'));
    const rd = cut(this.findings, where, textIn(object, 'rd'), 32);
    this.#add('vrf', [name, rd, this.#text(where, object, 256), this.#tenant(where, object)]);
  }

  #domain(where: string, object: NetboxObject): void {
    const name = this.#domains.give(`group ${idIn(object)}`, where, textIn(object, 'name'));
    this.#add('l2domain', [name, this.#text(where, object, 65535)]);
  }

  /**
   * Adds a VLAN. Without a group, it gets the L2 domain of its site; without a site, the default domain. VLAN numbers are unique
   * within a domain.
   */
  #vlan(object: NetboxObject): void {
    const where = whereOf('vlans', object);
    const [group, site] = [idIn(object, 'group'), idIn(object, 'site')];
    this.#left.note('vlans', object, ['vid', 'name', 'description', 'group', 'tenant', ...(group === undefined ? ['site'] : [])]);
    const domain = this.#domainOf(where, object, group, site);
    const [number, id] = [textIn(object, 'vid'), idIn(object)];
    const cell = `${domain === '' ? 'default' : domain.replace(/^name:/, '')}/${number}`;
    if (this.#numbers.has(cell)) {
      this.findings.add({ kind: 'duplicate', where, problem: `VLAN ${number} already exists in its L2 domain` });
    } else {
      const name = cut(this.findings, where, textIn(object, 'name'), 255);
      const description = this.#text(where, object, 65535);
      this.#add('vlan', [domain === '' ? '#1' : domain, number, name, description, this.#tenant(where, object)]);
    }
    this.#numbers.add(cell);
    if (id !== undefined) this.#vlans.set(id, cell);
  }

  #domainOf(where: string, object: NetboxObject, group: number | undefined, site: number | undefined): string {
    if (group !== undefined) return this.#named(this.#domains, `group ${group}`, where, 'group');
    if (site === undefined) return '';
    const key = `site ${site}`;
    const known = this.#domains.cellOf(key);
    if (known !== undefined) return known;
    const name = this.#domains.give(key, where, this.#locations.cellOf(key)?.replace(/^name:/, '') ?? textIn(object, 'site'));
    this.#add('l2domain', [name, '']);
    return `name:${name}`;
  }

  #prefix(object: NetboxObject, rows: PrefixRow[]): void {
    const where = whereOf('prefixes', object);
    const scope = hasLocation(object) ? ['scope', 'scope_type', 'scope_id'] : ['scope_type', 'scope_id'];
    const taken = ['prefix', 'vrf', 'vlan', 'description', 'tenant', 'site', 'status', 'is_pool', ...scope];
    this.#left.note('prefixes', object, taken);
    const prefix = this.#newPrefix(where, object, rows.length + 1);
    if (prefix) rows.push({ prefix, cells: this.#cellsOfPrefix(where, object, prefix) });
  }

  /** Registers a prefix for the address lookup. @returns undefined for an invalid or duplicate prefix */
  #newPrefix(where: string, object: NetboxObject, id: number): Prefix | undefined {
    const prefix = Prefix.read(textIn(object, 'prefix'));
    if (!prefix) {
      this.findings.add({ kind: 'value', where, problem: `${textIn(object, 'prefix')} is not a network` });
      return undefined;
    }
    const vrfId = idIn(object, 'vrf') ?? null;
    if (this.#networks.all(prefix, { vrfId }).length > 0) {
      this.findings.add({ kind: 'duplicate', where, problem: `${prefix} already exists in its VRF` });
      return undefined;
    }
    this.#networks.add({ id, sectionId: 1, vrfId, prefix });
    this.#prefixes.set(id, prefix);
    if (object.is_pool === true) this.#pools.add(id);
    return prefix;
  }

  #cellsOfPrefix(where: string, object: NetboxObject, prefix: Prefix): string[] {
    const location = locationOf(object);
    return [
      ...[`name:${this.#section}`, prefix.toString(), this.#vrfOf(where, object), this.#vlanOf(where, object)],
      ...[this.#text(where, object, 65535), this.#tenant(where, object)],
      ...[location === undefined ? '' : this.#named(this.#locations, location, where, 'site')],
      ...[this.#tag(where, object), object.is_pool === true ? '1' : '0'],
    ];
  }

  /** @returns undefined for an address without a network */
  #address(object: NetboxObject, positions: AddressPositions): readonly string[] | undefined {
    const where = whereOf('ip-addresses', object);
    this.#left.note('ip-addresses', object, addressMembers);
    const ip = IpAddress.read(textIn(object, 'address').split('/')[0] ?? '');
    if (!ip) {
      this.findings.add({ kind: 'value', where, problem: `${textIn(object, 'address')} is not an address` });
      return undefined;
    }
    if (!this.#placeInNetwork(where, ip, idIn(object, 'vrf') ?? null, positions)) return undefined;
    this.findings.count('address', 1);
    const vrf = this.#vrfOf(where, object);
    const hostname = cut(this.findings, where, lineIn(object, 'dns_name'), 255);
    const description = cut(this.findings, where, lineIn(object, 'description'), 64);
    const note = cut(this.findings, where, textIn(object, 'comments'), 65535);
    const [customer, tag] = [this.#tenant(where, object), this.#tag(where, object)];
    return [`name:${this.#section}`, vrf, ip.toString(), hostname, description, note, customer, tag];
  }

  /** Reserves the address in its network. @returns whether the network exists and the address was free */
  #placeInNetwork(where: string, ip: IpAddress, vrfId: number | null, positions: AddressPositions): boolean {
    const network = this.#networkOf(ip, vrfId);
    if (!network) {
      this.findings.add({ kind: 'orphan', where, problem: `no prefix contains ${ip} in its VRF` });
      return false;
    }
    const { id, prefix } = network;
    if (!isAssignable({ prefix, isPool: this.#pools.has(id) }, ip)) {
      const problem = `${ip} is the network or broadcast address of ${prefix}, which is not a pool`;
      this.findings.add({ kind: 'outside', where, problem });
      return false;
    }
    const isTaken = positions.take(id, ip);
    if (isTaken) this.findings.add({ kind: 'duplicate', where, problem: `${ip} already exists in its VRF` });
    return !isTaken;
  }

  #networkOf(ip: IpAddress, vrfId: number | null) {
    try {
      return this.#networks.holding(ip, { vrfId });
    } catch {
      return undefined;
    }
  }

  #text(where: string, object: NetboxObject, max: number): string {
    return cut(this.findings, where, textIn(object, 'description'), max);
  }

  #tag(where: string, object: NetboxObject): string {
    const status = choiceIn(object, 'status');
    const tag = tags[status];
    if (!tag && status !== '')
      this.findings.add({ kind: 'value', where, problem: `no tag matches the status ${status}: the tag is Used` });
    return tag ?? 'Used';
  }

  #tenant(where: string, object: NetboxObject): string {
    const id = idIn(object, 'tenant');
    return id === undefined ? '' : this.#named(this.#customers, `tenant ${id}`, where, 'tenant');
  }

  #vrfOf(where: string, object: NetboxObject): string {
    const id = idIn(object, 'vrf');
    return id === undefined ? '' : this.#named(this.#vrfs, `vrf ${id}`, where, 'vrf');
  }

  #vlanOf(where: string, object: NetboxObject): string {
    const id = idIn(object, 'vlan');
    const cell = id === undefined ? '' : this.#vlans.get(id);
    if (cell === undefined) this.findings.add({ kind: 'reference', where, problem: `vlan ${id} does not exist` });
    return cell ?? '';
  }

  #named(names: UniqueNames, key: string, where: string, field: string): string {
    const cell = names.cellOf(key);
    if (cell === undefined) this.findings.add({ kind: 'reference', where, problem: `${field}: ${key} does not exist` });
    return cell ?? '';
  }
}

const whereOf = (list: string, object: NetboxObject): string => `${list} ${idIn(object) ?? '?'}`;

const hasLocation = ({ scope_type: type }: NetboxObject): boolean => type === 'dcim.site' || type === 'dcim.region';

/** Returns the location of a prefix: its site, or the region of its scope. */
function locationOf(object: NetboxObject): string | undefined {
  const site = idIn(object, 'site') ?? (object.scope_type === 'dcim.site' ? idIn(object, 'scope') : undefined);
  if (site !== undefined) return `site ${site}`;
  return object.scope_type === 'dcim.region' ? `region ${idIn(object, 'scope')}` : undefined;
}
