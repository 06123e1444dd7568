import type { CatalogRepository, CustomCondition, KindQuery, TextSearch } from '../../../application/ports/inventory.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { CustomValues } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import { listConditions } from '../lists/list-conditions.js';
import { listSegments } from '../lists/list-order.js';
import { type Condition, condition, fixed, markerOf } from '../records/condition.js';
import { hasCustom, narrowedByCustom } from '../records/custom-condition.js';
import { comparedAs, lookupId } from '../records/field-columns.js';
import { countRows, listRows, type Selection } from '../records/keyset-list.js';
import type { RecordTable, Values } from '../records/record-table.js';
import { kindTable, referencesTo } from '../records/tables.js';
import { searchRows } from '../records/text-search.js';
import { knex } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';
import { isCounted, withUsageChangesOfRetagged } from '../usage/usage-changes.js';
import type { DryRunIds } from './dry-run-ids.js';

/** Records of all kinds of the catalogue, in tables that follow their descriptors. */
export class KnexCatalogRepository implements CatalogRepository {
  readonly #session: Session;
  readonly #dryRunIds: DryRunIds | undefined;

  /** @param trialIds for dry runs */
  constructor(session: Session, trialIds?: DryRunIds) {
    this.#session = session;
    this.#dryRunIds = trialIds;
  }

  async find(kind: KindName, id: number): Promise<KindRecord | undefined> {
    const row = await kindTable(kind).find(this.#session, id);
    return row && kindTable(kind).read(row);
  }

  async *list(kind: KindName, values: KindQuery = {}, custom?: CustomCondition): AsyncGenerator<KindRecord> {
    const table = kindTable(kind);
    const narrowed = await narrowedByCustom(this.#session, table.name, custom);
    const where = [...conditions(table, values), ...(custom ? [hasCustom(custom)] : []), ...narrowed];
    const segment = { where, keys: [{ sql: 't.id', type: 'int' }], isNarrow: where.length === 0 } as const;
    for await (const row of listRows(this.#session, selectionOf(table), [segment])) yield table.read(row);
  }

  async *select(kind: KindName, values: KindQuery, listQuery: StoredQuery): AsyncGenerator<KindRecord> {
    const table = kindTable(kind);
    const where = [...conditions(table, values), ...listConditions(table, listQuery)];
    const segments = listSegments(table, where, listQuery);
    for await (const row of listRows(this.#session, selectionOf(table), segments, listQuery.max)) yield table.read(row);
  }

  async count(kind: KindName, values: KindQuery, listQuery: StoredQuery): Promise<number> {
    const table = kindTable(kind);
    return countRows(this.#session, table.name, [...conditions(table, values), ...listConditions(table, listQuery)]);
  }

  async *search(kind: KindName, search: TextSearch): AsyncGenerator<KindRecord> {
    const table = kindTable(kind);
    for await (const row of searchRows(this.#session, table, search, selectionOf(table))) yield table.read(row);
  }

  async lock(kind: KindName, id: number): Promise<KindRecord | undefined> {
    const row = await kindTable(kind).find(this.#session, id, 'change');
    return row && kindTable(kind).read(row);
  }

  async lockToDelete(kind: KindName, id: number): Promise<KindRecord | undefined> {
    const row = knex(kindTable(kind).name)
      .select('id')
      .where({ id: lookupId(id) });
    await this.#session.rows(row.forUpdate());
    return this.find(kind, id);
  }

  async insert(kind: KindName, values: Values, custom: CustomValues): Promise<number> {
    const id = await kindTable(kind).insert(this.#session, values, custom, this.#dryRunIds?.column);
    if (id === undefined) throw new IpamError('kind.taken', { kind });
    return id;
  }

  update(kind: KindName, id: number, changes: Values, custom: CustomValues): Promise<void> {
    return kindTable(kind).update(this.#session, id, changes, custom);
  }

  async delete(kind: KindName, id: number): Promise<boolean> {
    const moves = referencesTo(kind).flatMap(({ table, column, ref: { onDelete } }) => {
      const to = typeof onDelete === 'object' ? onDelete.moveTo : null;
      return to !== null || isCounted(table, column) ? [{ table, column, to }] : []; // else the database clears it
    });
    // locked until the end, so that no new reference appears after the existing ones have moved
    if (moves.length > 0) await this.lockToDelete(kind, id);
    for (const { table, column, to } of moves) {
      const moved = knex(table.name)
        .where(column, lookupId(id))
        .update({ [column]: to });
      await this.#session.rows(isCounted(table, column) ? withUsageChangesOfRetagged(moved, lookupId(id), to) : moved);
    }
    return kindTable(kind).delete(this.#session, id);
  }
}

const selectionOf = (table: RecordTable): Selection => ({
  name: table.name,
  table: table.name,
  columns: table.selection('t'),
});

const conditions = (table: RecordTable, where: KindQuery): Condition[] =>
  Object.entries(where).map(([name, value]) => {
    const { column, field } = table.column(name);
    if (value === null) return fixed(`no ${column}`, (query) => query.whereNull(`t.${column}`));
    const compared = typeof value === 'object' ? value.toString() : value;
    return condition(`${column} =`, { [column]: compared }, (query, given) =>
      query.where(`t.${column}`, knex.raw(`?::${comparedAs(field)}`, [markerOf(given, column)])),
    );
  });
