import { type ImportEntity, type ImportSink, type ImportSource, SourceError } from '../../application/ports/register.js';
import { fromServiceZone } from '../../application/service-time.js';
import { customValue, fieldOf, isTime, otherColumns } from './columns.js';
import { isRead, Leftovers, type Rows } from './leftovers.js';
import { recordsOf } from './records.js';
import type { Column, RowSource, Value } from './rows.js';
import { providerRecord } from './sign-in-methods.js';
import { tables } from './tables.js';

interface Definition {
  readonly times: ReadonlyMap<string, Column>;
  readonly custom: ReadonlyMap<string, Column>;
  /** Columns without an equivalent, and columns that only phpIPAM uses. */
  readonly unmapped: readonly string[];
  readonly needless: readonly string[];
}

const essentialTables = ['sections', 'subnets', 'ipaddresses', 'users'];

/** The table of authentication methods, which users reference. */
const signInTable = 'usersAuthMethod';
const newRegistration = 'SAML2 is imported without the keys of phpIPAM: register this service at the provider again';
const noParams: ReadonlySet<string> = new Set(['', '0', 'No', '[]', '{}', 'null']);
const userTable = 'users';
const settingsTable = 'settings';

/** Reads the database tables of phpIPAM 1.16 to 1.8. */
export class PhpIpamRegister implements ImportSource {
  readonly #source: RowSource;
  readonly #definitions = new Map<string, Definition>();
  readonly #externalAuthMethods = new Map<string, string>();
  /** Names of sign-in providers created from authentication methods, by method id. */
  readonly #providers = new Map<string, string>();
  readonly #leftovers = new Leftovers();
  readonly #seen = new Set<string>();
  /** Rows of users, buffered until the authentication methods are known: their table may follow later. */
  readonly #users: Rows[] = [];
  #isFirst = true;

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** Progress from 0 to 1. The source is read twice, and each pass counts half. */
  get progress(): number {
    return (this.#isFirst ? 0 : 0.5) + this.#source.progress / 2;
  }

  async close(): Promise<void> {
    await this.#source.close?.();
  }

  async read(entities: ReadonlySet<ImportEntity>, sink: ImportSink): Promise<void> {
    const wants = (table: string): boolean => {
      const entity = ownOf(table)?.entity;
      if (entity === undefined) return table === signInTable || (isFirst && isRead(table));
      return entities.has(entity);
    };
    const isFirst = this.#definitions.size === 0;
    this.#isFirst = isFirst;
    await this.#source.read(wants, {
      table: (name, columns) => this.#define(name, columns, sink),
      rows: async (table, columns, rows) => {
        this.#seen.add(table);
        if (table === signInTable) await this.#noteSignIns({ columns, rows }, isFirst ? sink : undefined);
        else if (table === userTable) this.#users.push({ columns, rows });
        else if (ownOf(table)) await this.#pass(table, { columns, rows }, sink);
        else this.#leftovers.table(table, { columns, rows }, sink.lost);
      },
      skipped: (table, rows) => {
        this.#seen.add(table);
        if (isFirst && !ownOf(table)) this.#leftovers.counted(table, rows);
      },
    });
    for (const rows of this.#users.splice(0)) await this.#pass(userTable, rows, sink);
    this.#leftovers.end(sink.lost);
    const missing = essentialTables.filter((table) => !this.#definitions.has(table) && !this.#seen.has(table));
    if (missing.length > 0) throw new SourceError(`this is not a database of phpIPAM: it has no table ${missing.join(', ')}`);
  }

  /** Without a CREATE TABLE statement, each INSERT may add columns. */
  #define(name: string, columns: readonly Column[], sink: ImportSink): void {
    this.#leftovers.define(name, columns);
    const table = ownOf(name);
    const before = this.#definitions.get(name);
    if (!table || (before && columns.every(({ type }) => type !== ''))) return;
    const others = otherColumns(table, columns).filter((column) => !before?.custom.has(column.name));
    const { custom: on, needless = [], unmapped = [] } = table;
    const names = others.map((column) => column.name);
    const isSettings = name === settingsTable;
    const isCustom = on !== undefined;
    const times = columns.map(withKnownTime).filter((column) => isTime(column) && !others.includes(column));
    this.#definitions.set(name, {
      times: new Map([...(before?.times ?? []), ...times.map((column) => [column.name, column] as const)]),
      custom: new Map([...(before?.custom ?? []), ...(isCustom ? others : []).map((column) => [column.name, column] as const)]),
      unmapped: [...new Set([...(before?.unmapped ?? unmapped), ...(isCustom || isSettings ? [] : names)])],
      needless: [...new Set([...(before?.needless ?? needless), ...(isSettings ? names : [])])],
    });
    if (on !== undefined) sink.fields(others.map((column) => fieldOf(name, on, column)));
  }

  /**
   * Notes the authentication methods.
   * @param sink receives sign-in providers, and a finding for each unsupported method. The finding contains only names of columns,
   * because the parameters are secret.
   */
  async #noteSignIns({ columns, rows }: Rows, sink: ImportSink | undefined): Promise<void> {
    const [id, type] = [columns.indexOf('id'), columns.indexOf('type')];
    const textAt = (row: readonly Value[], name: string): string => row[columns.indexOf(name)] ?? '';
    for (const row of rows) {
      const [own, way] = [row[id] ?? '', row[type] ?? 'another server'];
      if (way === 'local') continue;
      this.#externalAuthMethods.set(own, way);
      const method = { id: own, type: way, params: textAt(row, 'params'), description: textAt(row, 'description') };
      const provider = providerRecord(`${signInTable} ${own}`, method);
      if (provider) {
        this.#providers.set(own, String(provider.values.name));
        await sink?.records('signInProvider', [provider]);
        if (way === 'SAML2') sink?.lost({ kind: 'note', where: `${signInTable} ${own}`, problem: newRegistration });
        continue;
      }
      const input = columns.filter((_, index) => ![id, type].includes(index) && !noParams.has(row[index] ?? ''));
      const problem = `type ${way} is not supported, not imported: ${input.join(', ')}`;
      if (way !== 'http' && input.length > 0) sink?.lost({ kind: 'note', where: `${signInTable} ${own}`, problem });
    }
  }

  async #pass(table: string, all: Rows, sink: ImportSink): Promise<void> {
    const { columns, rows } = all;
    const { custom, times, unmapped, needless } = this.#definitions.get(table) ?? noDefinition;
    const entity = ownOf(table)?.entity;
    this.#leftovers.columns(table, unmapped, all, sink.lost);
    this.#leftovers.needless(table, needless, all);
    const changed = columns.flatMap((name, index): [number, (value: Value) => Value][] => {
      const [time, other] = [times.get(name), custom.get(name)];
      if (time) return [[index, (value) => this.#timeOf(time, value)]];
      return other ? [[index, (value) => customValue(other, value, this.#source.timestampsAreUtc)]] : [];
    });
    const recordOf = recordsOf(table, columns, [...custom.keys()], {
      externalAuthMethods: this.#externalAuthMethods,
      providers: this.#providers,
    });
    const records = rows.map((row) => {
      const values = [...row];
      for (const [index, change] of changed) values[index] = change(row[index] ?? null);
      return recordOf(values);
    });
    if (entity) await sink.records(entity, records);
  }

  #timeOf(column: Column, value: Value): Value {
    if (value === null) return value;
    if (value.startsWith('0000-')) return null;
    const time = value.slice(0, 19);
    const isUtc = column.type.startsWith('timestamp') && this.#source.timestampsAreUtc;
    return isUtc ? time : String(fromServiceZone(time));
  }
}

const withKnownTime = (column: Column): Column =>
  column.type === '' && timeColumns.has(column.name) ? { ...column, type: timeColumns.get(column.name) ?? '' } : column;

const noDefinition: Definition = { times: new Map(), custom: new Map(), unmapped: [], needless: [] };

/** Time columns, for sources without column types. */
const timeColumns = new Map([
  ...['editDate', 'lastScan', 'lastDiscovery', 'last_access', 'lastLogin', 'lastActivity'].map(
    (name) => [name, 'timestamp'] as const,
  ),
  ...['lastSeen', 'cdate'].map((name) => [name, 'datetime'] as const),
]);

const ownOf = (table: string) => (Object.hasOwn(tables, table) ? tables[table] : undefined);
