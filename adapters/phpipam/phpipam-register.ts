import {
  type ForeignPart,
  type ForeignRegister,
  type ForeignSink,
  type LeftOut,
  SourceError,
} from '../../application/ports/moving/register.js';
import { fromServiceZone } from '../../application/service-time.js';
import { fieldOf, isTime, otherColumns } from './columns.js';
import { recordsOf } from './records.js';
import type { Column, RowSource, Value } from './rows.js';
import { needlessTables, tables } from './tables.js';

/** What is known of a table that is being read. */
interface Definition {
  readonly times: ReadonlyMap<string, Column>;
  readonly custom: readonly string[];
  /** Columns that have no place. */
  readonly placeless: readonly string[];
}

/** Tables that every phpIPAM has. */
const essentialTables = ['sections', 'subnets', 'ipaddresses', 'users'];

/** Where ways to sign in stand, which users name. */
const signInTable = 'usersAuthMethod';
const userTable = 'users';

/** The register of a phpIPAM, version 1.4 to 1.8, out of the tables of its database. */
export class PhpIpamRegister implements ForeignRegister {
  readonly #source: RowSource;
  readonly #definitions = new Map<string, Definition>();
  readonly #foreignSignIns = new Map<string, string>();
  readonly #leftOut = new Map<string, LeftOut>();
  readonly #seen = new Set<string>();
  /** Who signs in how stands in a table that may come later. */
  readonly #users: { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] }[] = [];
  #isFirst = true;

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** Each of the two readings is half of the work. */
  get progress(): number {
    return (this.#isFirst ? 0 : 0.5) + this.#source.progress / 2;
  }

  async close(): Promise<void> {
    await this.#source.close?.();
  }

  leftOut(): readonly LeftOut[] {
    return [...this.#leftOut.values()];
  }

  async read(parts: ReadonlySet<ForeignPart>, sink: ForeignSink): Promise<void> {
    const wants = (table: string): boolean => {
      const part = ownOf(table)?.part;
      return table === signInTable || (part !== undefined && parts.has(part));
    };
    const isFirst = this.#definitions.size === 0;
    this.#isFirst = isFirst;
    await this.#source.read(wants, {
      table: (name, columns) => this.#define(name, columns, sink),
      rows: async (table, columns, rows) => {
        this.#seen.add(table);
        if (table === signInTable) this.#noteSignIns(columns, rows);
        else if (table === userTable) this.#users.push({ columns, rows });
        else if (wants(table)) await this.#pass(table, columns, rows, sink);
      },
      skipped: (table, rows) => {
        this.#seen.add(table);
        if (isFirst && !ownOf(table)) this.#leave('table', table, rows, needlessTables.test(table));
      },
    });
    for (const { columns, rows } of this.#users.splice(0)) await this.#pass(userTable, columns, rows, sink);
    const missing = essentialTables.filter((table) => !this.#definitions.has(table) && !this.#seen.has(table));
    if (missing.length > 0) throw new SourceError(`this is no database of phpIPAM: it has no table ${missing.join(', ')}`);
  }

  #define(name: string, columns: readonly Column[], sink: ForeignSink): void {
    const table = ownOf(name);
    if (!table || this.#definitions.has(name)) return;
    const others = otherColumns(table, columns);
    const { custom: on } = table;
    const times = new Map(
      columns.filter((column) => isTime(column) && !others.includes(column)).map((column) => [column.name, column]),
    );
    const names = others.map((column) => column.name);
    const placeless = on === undefined && name !== 'settings' ? names : [];
    this.#definitions.set(name, { times, custom: on === undefined ? [] : names, placeless });
    if (on !== undefined) sink.fields(others.map((column) => fieldOf(name, on, column)));
  }

  #leave(what: LeftOut['what'], where: string, rows: number, isNeedless: boolean): void {
    const before = this.#leftOut.get(where)?.rows ?? 0;
    if (rows > 0) this.#leftOut.set(where, { what, where, rows: before + rows, isNeedless });
  }

  #noteSignIns(columns: readonly string[], rows: readonly (readonly Value[])[]): void {
    const [id, type] = [columns.indexOf('id'), columns.indexOf('type')];
    for (const row of rows) if (row[type] !== 'local') this.#foreignSignIns.set(row[id] ?? '', row[type] ?? 'another server');
  }

  async #pass(table: string, columns: readonly string[], rows: readonly (readonly Value[])[], sink: ForeignSink): Promise<void> {
    const definition = this.#definitions.get(table) ?? this.#defineBy(table, columns, sink);
    const { custom, times, placeless } = definition;
    const timed = columns.flatMap((name, index) => (times.has(name) ? [{ index, column: times.get(name) }] : []));
    for (const column of placeless) {
      const index = columns.lastIndexOf(column);
      const count = rows.filter((row) => (row[index] ?? '') !== '').length;
      this.#leave('column', `${table} column ${column}`, count, false);
    }
    const recordOf = recordsOf(table, columns, custom, { foreignSignIns: this.#foreignSignIns });
    const records = rows.map((row) => {
      const values = [...row];
      for (const { index, column } of timed) values[index] = this.#timeOf(column, row[index] ?? null);
      return recordOf(values);
    });
    const part = ownOf(table)?.part;
    if (part) await sink.records(part, records);
  }

  /** Where there is no definition, further columns are texts. */
  #defineBy(table: string, columns: readonly string[], sink: ForeignSink): Definition {
    const found = columns.map((name) => ({ name, type: knownTimes.get(name) ?? 'text', nullable: true, default: null }));
    this.#define(table, found, sink);
    return this.#definitions.get(table) ?? { times: new Map(), custom: [], placeless: [] };
  }

  #timeOf(column: Column | undefined, value: Value): Value {
    if (!column || value === null) return value;
    if (value.startsWith('0000-')) return null;
    const time = value.slice(0, 19);
    const isUtc = column.type.startsWith('timestamp') && this.#source.timestampsAreUtc;
    return isUtc ? time : String(fromServiceZone(time));
  }
}

/** Columns that hold times, where no definition says so. */
const knownTimes = new Map([
  ...['editDate', 'lastScan', 'lastDiscovery', 'last_access', 'lastLogin', 'lastActivity'].map(
    (name) => [name, 'timestamp'] as const,
  ),
  ...['lastSeen', 'cdate'].map((name) => [name, 'datetime'] as const),
]);

const ownOf = (table: string) => (Object.hasOwn(tables, table) ? tables[table] : undefined);
