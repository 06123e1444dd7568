import { addressFields } from '../../../domain/address/address.js';
import { shapeOf } from '../../../domain/catalog/record-types.js';
import { IpamError } from '../../../domain/errors.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import { readField, readIp, wrongAddress } from '../../../domain/fields/read-fields.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { scalarText } from '../../../domain/scalar-text.js';
import { type Column, columnsOfAll, isWithinSubnet, type RowKind } from '../../../domain/transfer/columns.js';
import type { ImportScope } from '../../../domain/transfer/network-index.js';
import { SourceError } from '../../ports/register.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { writtenTime } from '../../service-time.js';
import { fileColumnFinder } from './foreign-titles.js';
import type { NamedRecords } from './named-records.js';
import { addressIn, readNetwork } from './network-text.js';
import type { Networks } from './networks.js';
import { customColumns } from './row-columns.js';
import { fieldOfError, RowErrorList, UncreatedReference } from './row-errors.js';
import type { RowOptions, RowTable } from './table.js';

export interface ReadRow {
  readonly number?: number;
  readonly input: Record<string, unknown>;
  /** Prefix of a subnet. null: none; undefined: the table has no such column. */
  readonly prefix?: Prefix | null | undefined;
  readonly ip?: IpAddress | undefined;
  /** Finds the linked subnet, which may follow in a later row. @throws IpamError field.reference, row.ambiguous */
  readonly findLinked?: (() => unknown) | undefined;
}

export interface Referred {
  readonly names: NamedRecords;
  readonly networks: Networks;
}

interface TitledColumn {
  readonly index: number;
  readonly title: string;
  readonly column: Column;
}

export class RowReading {
  readonly kind: RowKind;
  readonly ignoredColumns: readonly string[];
  readonly #columns: readonly TitledColumn[];
  readonly #titles = new Map<string, string>();
  readonly #options: RowOptions;
  readonly #width: number;

  /**
   * Prepares the reading of a table.
   * @throws IpamError field.unknown for an unknown column; SourceError for two columns of the same meaning. If the table has
   * `skipsUnknown`, such columns are ignored and cause no error.
   */
  static async of(readers: Pick<Readers, 'customFields'>, table: RowTable, options: RowOptions): Promise<RowReading> {
    return new RowReading(table, options, await customColumns(readers, table.kind));
  }

  private constructor(table: RowTable, options: RowOptions, custom: ReadonlyMap<string, FieldDefinition>) {
    const { fields } = shapeOf(table.kind);
    this.kind = table.kind;
    this.#options = options;
    this.#width = table.columns.length;
    const { skipsUnknown = false } = table;
    const find = fileColumnFinder(table.kind, fields, custom, table.columns);
    this.#columns = table.columns.map((name, index) => {
      const title = table.titles[index] || `column ${index + 1}`;
      const column = find(name) ?? (skipsUnknown ? ignored : undefined);
      if (column && skipsUnknown && this.#isTaken(column)) return { index, title, column: ignored };
      if (column) this.#note(column, title);
      else throw new IpamError('field.unknown', { field: title, among: columnsOfAll(table.kind, fields, custom.keys()) });
      return { index, title, column };
    });
    this.ignoredColumns = this.#columns.flatMap(({ column, title }) => (column.is === 'ignored' ? [title] : []));
  }

  #isTaken = (column: Column): boolean => fieldsIn(column).some((field) => this.#titles.has(field));

  #note(column: Column, title: string): void {
    for (const field of fieldsIn(column)) {
      if (this.#titles.has(field))
        throw new SourceError(`the columns ${this.#titles.get(field)} and ${title} have the same meaning`);
      this.#titles.set(field, title);
    }
  }

  get referredKinds(): readonly string[] {
    const kinds = this.#columns.flatMap(({ column }) => ('to' in column ? [column.to] : []));
    const all = new Set([...kinds, 'section', 'vrf', this.kind]);
    return [...all].filter((kind) => kind !== 'subnet' && kind !== 'address' && kind !== 'range');
  }

  get needsNetworks(): boolean {
    return this.kind === 'subnet' || isWithinSubnet(this.kind);
  }

  titleOf(error: unknown): string | null {
    if (error instanceof UncreatedReference) return this.#titles.get(error.field) ?? error.field;
    if (!IpamError.is(error)) return null;
    const field = 'field' in error.details ? error.details.field : fieldOfError[error.code];
    return (field && this.#titles.get(field)) ?? field ?? null;
  }

  /** @returns undefined for an empty row @throws IpamError, UncreatedReference, or RowErrors for several errors */
  read(cells: readonly unknown[], referred: Referred): ReadRow | undefined {
    if (isEmptyRow(cells)) return undefined;
    if ((cells.length !== this.#width && !cells.slice(this.#width).every(isBlank)) || cells.length < this.#width)
      throw new IpamError('row.cells', { cells: cells.length, columns: this.#width });
    const input: Record<string, unknown> = {};
    const texts: Record<'network' | 'mask', string | undefined> = { network: undefined, mask: undefined };
    const scope = { section: this.#options.section, vrf: this.#options.vrf };
    const errors = new RowErrorList();
    for (const { index, column } of this.#columns) {
      const cell = cells[index];
      if (cell === undefined) continue;
      if (column.is === 'network' || column.is === 'mask')
        texts[column.is] = errors.try(() => cellText(column.is === 'mask' ? 'mask' : 'subnet', cell));
      else if (column.is === 'scope') scope[column.of] = errors.try(() => cellText(column.of, cell));
      else if (column.is === 'value') input[column.field] = errors.try(() => this.#value(column, cell));
      else if (column.is !== 'ignored') input[column.field] = errors.try(() => this.#reference(column, cell, referred));
    }
    const row = errors.try(() => this.#placed(input, texts, scope, referred));
    errors.check();
    return row;
  }

  #placed(
    input: Record<string, unknown>,
    texts: Readonly<Record<'network' | 'mask', string | undefined>>,
    scope: Readonly<Record<'section' | 'vrf', string | undefined>>,
    referred: Referred,
  ): ReadRow {
    if (this.kind === 'subnet') return this.#subnet(input, texts, scope, referred);
    if (this.kind === 'address') return this.#within(input, 'ip', scope, referred);
    return this.kind === 'range' ? this.#within(input, 'first', scope, referred) : { input };
  }

  /** The value of a cell. Checked here, so that all errors of a row are reported together. @throws IpamError */
  #value({ field, definition }: Extract<Column, { is: 'value' }>, cell: unknown): unknown {
    const value = cellValue(this.kind, { field, definition }, cell);
    if (definition && field !== 'ip') readField(field, definition, value);
    return value;
  }

  #reference(column: Extract<Column, { to: string }>, cell: unknown, { names }: Referred): unknown {
    const { field, to } = column;
    const text = cellText(field, cell).trim();
    if (text === '') return null;
    if (to === 'subnet') return new ReferredSubnet(text);
    if (column.is === 'reference') return only(field, text, () => names.find(to, text, { field, digits: column.digits }));
    if (text === '0') return text;
    return text
      .split(';')
      .filter((each) => each.trim() !== '')
      .map((each) => only(field, each, () => names.find(to, each.trim(), { field, digits: 'id' })))
      .join(';');
  }

  #subnet(
    input: Record<string, unknown>,
    { network, mask }: Readonly<Record<'network' | 'mask', string | undefined>>,
    scope: Readonly<Record<'section' | 'vrf', string | undefined>>,
    referred: Referred,
  ): ReadRow {
    const prefix = readNetwork(network, mask);
    input.sectionId ??= sectionOf(referred.names, scope.section);
    if (scope.vrf !== undefined && input.vrfId === undefined) input.vrfId = vrfOf(referred.names, scope.vrf);
    const importScope = {
      sectionId: numberIn(input.sectionId),
      vrfId: input.vrfId === undefined ? undefined : numberOrNull(input.vrfId),
    };
    const { masterSubnetId, linked_subnet: linked, ...others } = input;
    const find = (value: unknown, field: string) => subnetOf(value, field, importScope, referred);
    const master = masterSubnetId === undefined ? {} : { masterSubnetId: find(masterSubnetId, 'masterSubnetId') };
    if (!(linked instanceof ReferredSubnet)) return { input: { ...input, ...master }, prefix };
    return { input: { ...others, ...master }, prefix, findLinked: () => find(linked, 'linked_subnet') };
  }

  #within(
    input: Record<string, unknown>,
    field: 'ip' | 'first',
    scope: Readonly<Record<'section' | 'vrf', string | undefined>>,
    referred: Referred,
  ): ReadRow {
    const value = input[field];
    const ip = typeof value === 'string' ? addressIn(value) : readIp(value);
    if (ip && typeof value === 'string') input[field] = ip.toString();
    if (!ip) throw wrongAddress(field, value);
    const importScope: ImportScope = {
      sectionId: sectionOf(referred.names, scope.section) ?? undefined,
      vrfId: scope.vrf === undefined ? undefined : vrfOf(referred.names, scope.vrf),
    };
    const { subnetId } = input;
    input.subnetId =
      subnetId instanceof ReferredSubnet
        ? subnetOf(subnetId, 'subnetId', importScope, referred)
        : referred.networks.index.holding(ip, importScope).id;
    return { input, ip };
  }
}

const ignored: Column = { is: 'ignored' };

function fieldsIn(column: Column): readonly string[] {
  const names = { network: ['subnet'], mask: ['mask'], scope: [], ignored: [] } as const;
  return 'field' in column ? [column.field] : names[column.is];
}

/** Maximum number of ids in an error. */
const maxCandidates = 20;

function only<T>(field: string, text: string, find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (!IpamError.is(error, 'record.ambiguous')) throw error;
    const ids = error.details.ids.map((id) => `#${id}`);
    const listed = ids.slice(0, maxCandidates);
    throw new IpamError('row.ambiguous', { field, text, ids: listed.join(', '), further: ids.length - listed.length });
  }
}

/** The unresolved subnet of a cell. Its resolution depends on other cells. */
class ReferredSubnet {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function subnetOf(value: unknown, field: string, scope: ImportScope, { names, networks }: Referred): unknown {
  if (!(value instanceof ReferredSubnet)) return value;
  return only(field, value.text, () => networks.find(value.text, scope, field, names));
}

export const isEmptyRow = (cells: readonly unknown[]): boolean => cells.every(isBlank);

const isBlank = (cell: unknown): boolean => cell === '' || cell === null || cell === undefined;

/** @throws IpamError field.type for a list or an object, which would otherwise clear the field */
function cellText(field: string, cell: unknown): string {
  const text = scalarText(cell ?? '');
  if (text === undefined) throw new IpamError('field.type', { field, expected: 'text' });
  return text;
}

const yesWords = /^(y(es)?|x|on|✓|✔)$/i;
const noWords = /^(no?|off|✗|✘)$/i;

/**
 * The value of a cell: a host name without trailing dot; `1` or `0` for the words and signs of a flag (yes, ✓, no, ✗); a local
 * time as UTC. The texts of cells are trimmed, except in host name and text fields.
 */
function cellValue(
  kind: RowKind,
  { field, definition }: { readonly field: string; readonly definition?: FieldDefinition | undefined },
  cell: unknown,
): unknown {
  if (typeof cell !== 'string') return cell;
  if (kind === 'address' && field === 'hostname') return cell.replace(/\.$/, '');
  if (definition?.type === 'text' || definition?.type === 'multiline') return cell;
  if (definition?.type === 'flag') return cell.trim().replace(yesWords, '1').replace(noWords, '0');
  return definition === addressFields.lastSeen ? writtenTime(cell.trim()) : cell.trim();
}

const sectionOf = (names: NamedRecords, text: string | undefined): number | null =>
  text === undefined || text.trim() === '' ? null : names.find('section', text.trim(), { field: 'sectionId', digits: 'id' });

const vrfOf = (names: NamedRecords, text: string): number | null =>
  text.trim() === '' || text.trim() === '0' ? null : names.find('vrf', text.trim(), { field: 'vrfId', digits: 'id' });

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
