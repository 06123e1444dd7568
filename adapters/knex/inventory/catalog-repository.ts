import type { CatalogRepository, CustomCondition, KindQuery, TextSearch } from '../../../application/ports/inventory.js';
import type { CustomValues } from '../../../domain/catalog/field.js';
import type { KindRecord } from '../../../domain/catalog/kind.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import { hasCustom, narrowedByCustom } from '../records/custom-condition.js';
import { comparedAs, soughtId } from '../records/field-columns.js';
import { listRows } from '../records/keyset-list.js';
import { quoted } from '../records/names.js';
import type { RecordTable, Values } from '../records/record-table.js';
import { kindTable, referencesTo } from '../records/tables.js';
import { searchRows } from '../records/text-search.js';
import type { Fragment, Session } from '../sessions/session.js';

/** Records of all kinds of the catalogue in a database, as their descriptors say. */
export class KnexCatalogRepository implements CatalogRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(kind: KindName, id: number): Promise<KindRecord | undefined> {
    const row = await kindTable(kind).find(this.#session, id);
    return row && kindTable(kind).read(row);
  }

  async *list(kind: KindName, values: KindQuery = {}, custom?: CustomCondition): AsyncGenerator<KindRecord> {
    const table = kindTable(kind);
    const selection = { columns: table.selection('t'), from: { sql: `${table.name} t`, bindings: [] } };
    const narrowed = await narrowedByCustom(this.#session, table.name, custom);
    const where = [...conditions(table, values), ...(custom ? [hasCustom('t', custom)] : []), ...narrowed];
    const segment = { where, keys: [{ sql: 't.id', type: 'int' }] } as const;
    for await (const row of listRows(this.#session, selection, [segment])) yield table.read(row);
  }

  async *search(kind: KindName, search: TextSearch): AsyncGenerator<KindRecord> {
    const table = kindTable(kind);
    for await (const row of searchRows(this.#session, table, search, { columns: table.selection('t') })) yield table.read(row);
  }

  async lock(kind: KindName, id: number): Promise<KindRecord | undefined> {
    const row = await kindTable(kind).find(this.#session, id, 'change');
    return row && kindTable(kind).read(row);
  }

  async insert(kind: KindName, values: Values, custom: CustomValues): Promise<number> {
    const id = await kindTable(kind).insert(this.#session, values, custom);
    if (id === undefined) throw new IpamError('kind.taken', { kind });
    return id;
  }

  update(kind: KindName, id: number, changes: Values, custom: CustomValues): Promise<void> {
    return kindTable(kind).update(this.#session, id, changes, custom);
  }

  async delete(kind: KindName, id: number): Promise<boolean> {
    const moves = referencesTo(kind).flatMap(({ table, column, ref: { onDelete } }) =>
      typeof onDelete === 'object' ? [{ table, column, to: onDelete.moveTo }] : [],
    );
    // held for good, so that nothing refers to it anew once what refers to it has moved
    if (moves.length > 0) await this.#session.rows(`select from ${kindTable(kind).name} where id = ? for update`, [soughtId(id)]);
    for (const { table, column, to } of moves) {
      const sql = `update ${table.name} set ${quoted(column)} = ? where ${quoted(column)} = ?`;
      await this.#session.rows(sql, [to, soughtId(id)]);
    }
    return kindTable(kind).delete(this.#session, id);
  }
}

function conditions(table: RecordTable, where: KindQuery): Fragment[] {
  return Object.entries(where).map(([name, value]) => {
    const { column, field } = table.column(name);
    if (value === null) return { sql: `t.${quoted(column)} is null`, bindings: [] };
    return {
      sql: `t.${quoted(column)} = ?::${comparedAs(field)}`,
      bindings: [typeof value === 'object' ? value.toString() : value],
    };
  });
}
