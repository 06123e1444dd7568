import { requireScope } from '../../../domain/access/access-policy.js';
import type { Address } from '../../../domain/address/address.js';
import { type StoredRange, storedRange } from '../../../domain/allocation/stored-range.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { isPermissionMap } from '../../../domain/fields/permission-map.js';
import { append } from '../../../domain/grouping.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { type Column, columnFinder, columnsOfAll, isWithinSubnet, type RowKind } from '../../../domain/transfer/columns.js';
import type { Caller } from '../../caller.js';
import { chunksFrom, mapList } from '../../listing.js';
import { printPermissionMap } from '../../permission-levels.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { inServiceZone } from '../../service-time.js';
import { NamedRecords } from './named-records.js';
import { Networks } from './networks.js';
import { customColumns, settableFields } from './row-columns.js';

export interface ExportedTable {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly string[])[]>;
}

type Values = Readonly<Record<string, FieldValue>>;

export class RowExport {
  readonly #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  /** @param section name or id; limits subnets and addresses @throws IpamError field.reference */
  async table(caller: Caller, kind: RowKind, section?: string): Promise<ExportedTable> {
    requireScope(caller.principal, [`${kind}:read`]);
    const fields = settableFields(caller, kind);
    const custom = await customColumns(this.#readers, kind);
    const columns = columnsOfAll(kind, fields, custom.keys());
    const find = columnFinder(kind, fields, custom);
    const meanings = columns.map((name) => find(name));
    const names = new NamedRecords(this.#readers, caller);
    for (const kind of ['section', 'vrf', ...meanings.flatMap((column) => (column && 'to' in column ? [column.to] : []))])
      if (kind !== 'subnet') await names.load(kind);
    const sectionId = section === undefined ? undefined : names.find('section', section, { field: 'section', digits: 'id' });
    const needsNetworks = kind === 'subnet' || isWithinSubnet(kind);
    const networks = needsNetworks ? await Networks.read(this.#readers, caller) : new Networks();
    const cell = cellPrinter(names, networks);
    const records = this.#records(caller, kind, networks, sectionId);
    return { columns, rows: chunksFrom(mapList(records, (values) => meanings.map((column) => cell(column, values)))) };
  }

  async *#records(caller: Caller, kind: RowKind, networks: Networks, sectionId: number | undefined): AsyncGenerator<Values> {
    if (kind === 'section') yield* this.#sections(caller);
    else if (kind === 'subnet') yield* this.#subnets(caller, sectionId);
    else if (isWithinSubnet(kind))
      for await (const { custom, ...record } of this.#within(caller, kind)) {
        const scope = networks.scopeOf(record.subnetId);
        if (sectionId === undefined || scope?.sectionId === sectionId)
          yield { ...record, ...custom, section: scope?.sectionId ?? null, vrf: scope?.vrfId ?? null };
      }
    else for await (const { values, custom } of this.#readers.catalog.list(kind)) yield { ...values, ...custom };
  }

  #within({ principal }: Caller, kind: 'range' | 'address'): AsyncIterable<Address | StoredRange> {
    if (kind === 'address') return this.#readers.addresses.list({ viewer: principal, order: 'address' });
    return mapList(this.#readers.catalog.list('range', {}, undefined, principal), storedRange);
  }

  async *#sections({ principal }: Caller): AsyncGenerator<Values> {
    const below: Values[] = [];
    for await (const { custom, ...section } of this.#readers.sections.list(principal)) {
      if (section.masterSection === null) yield { ...section, ...custom };
      else below.push({ ...section, ...custom });
    }
    yield* below;
  }

  /** Folders before their contents, then networks, larger ones first. */
  async *#subnets({ principal }: Caller, sectionId: number | undefined): AsyncGenerator<Values> {
    const query = { ...(sectionId === undefined ? {} : { sectionId }), viewer: principal } as const;
    const folders = new Map<number | null, Subnet[]>();
    const ids = new Set<number>();
    for await (const { subnet } of this.#readers.subnets.list({ ...query, isFolder: true, order: { by: 'id' } })) {
      ids.add(subnet.id);
      append(folders, subnet.masterSubnetId, subnet);
    }
    const tops = [...folders].flatMap(([master, within]) => (master === null || !ids.has(master) ? within : []));
    const queue = [...tops];
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { custom, ...folder } = next;
      queue.push(...(folders.get(folder.id) ?? []));
      yield { ...folder, ...custom };
    }
    for await (const { subnet } of this.#readers.subnets.list({ ...query, isFolder: false, order: { by: 'network' } })) {
      const { custom, ...network } = subnet;
      yield { ...network, ...custom };
    }
  }
}

/** Prints the cells of rows. A row has a section and a VRF; for an address or a range, they are those of its subnet. */
function cellPrinter(names: NamedRecords, networks: Networks): (column: Column | undefined, values: Values) => string {
  const named = (kind: string, id: FieldValue): string => (typeof id === 'number' ? names.textOf(kind, id) : '');
  const subnet = (id: FieldValue, { sectionId, section, vrfId, vrf }: Values): string => {
    const scope = { sectionId: numberIn(sectionId ?? section), vrfId: numberIn(vrfId ?? vrf) ?? null };
    return typeof id === 'number' ? networks.textOf(id, scope, names) : '';
  };
  const listed = (kind: string, ids: FieldValue): string => {
    if (typeof ids !== 'string' || ids === '' || ids === '0') return typeof ids === 'string' ? ids : '';
    return ids
      .split(';')
      .map((id) => named(kind, Number(id)))
      .join(';');
  };
  return (column, values) => {
    if (!column || column.is === 'ignored') return '';
    if (column.is === 'network' || column.is === 'mask') return networkText(column.is, values.prefix);
    if (column.is === 'scope') return named(column.of, values[column.of] ?? null);
    const value = values[column.field] ?? null;
    if (column.is === 'reference') return column.to === 'subnet' ? subnet(value, values) : named(column.to, value);
    return column.is === 'references' ? listed(column.to, value) : textOf(column, value);
  };
}

function networkText(part: 'network' | 'mask', prefix: FieldValue | undefined): string {
  if (!(prefix instanceof Prefix)) return '';
  return part === 'mask' ? String(prefix.length) : prefix.network.toString();
}

const numberIn = (value: FieldValue | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

function textOf({ field }: Extract<Column, { is: 'value' }>, value: FieldValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (isPermissionMap(value)) return printPermissionMap(value);
  return field === 'lastSeen' && typeof value === 'string' ? inServiceZone(value) : String(value);
}
