import { chunksOf } from '../../../application/listing.js';
import { type Entity, type ImportWriter, RegisterNotEmpty } from '../../../application/ports/register.js';
import { isKindName } from '../../../domain/catalog/kinds.js';
import { settingsIn, signInProvidersIn } from '../identity/administered-repositories.js';
import { tableOfKind } from '../names.js';
import { recordTables } from '../records/tables.js';
import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';
import { BulkInserts, columnsOf, followIds, rowsAtOnce, type TypedColumn, transactOnce, withoutIndexes } from './bulk-insert.js';
import { rowsOf } from './entity-rows.js';

/** Highest ids of the built-in records, by table. */
const builtIn: Readonly<Record<string, number>> = { l2domains: 1, device_types: 9, tags: 4, scan_agents: 1, groups: 3 };

/** Records that a new service may contain: the first user, the sign-in application, and the user's tokens. */
const firstStart = ['users', 'apps'];

/** Tables with data of users, and derived tables. */
const dependents = [
  ...['user_groups', 'tokens', 'access_keys', 'oauth_grants', 'oauth_clients', 'saved_views', 'imports', 'sign_in_origins'],
  ...['subnet_scans', 'usage_days'],
  ...['free_addresses', 'free_blocks', 'usage_changes', 'usage_counts'],
];

const filled = [...recordTables.map(({ name }) => name), 'groups', 'users', 'user_groups', 'apps', 'custom_fields', 'change_log'];

/** Executes work in one transaction. @throws RegisterNotEmpty */
export function loadRegister<T>(
  session: Session,
  replaced: readonly Entity[],
  work: (loading: ImportWriter) => Promise<T>,
): Promise<T> {
  return transactOnce(session, async (transaction) => {
    const tables = knex.raw(filled.map(() => '??').join(', '), filled);
    await transaction.rows(sql`lock table ${tables} in access exclusive mode`);
    await refuseFilled(transaction);
    await clear(transaction, replaced);
    return withoutIndexes(transaction, filled, async () => {
      const loading = importWriterIn(transaction);
      const result = await work(loading);
      await loading.done();
      await followIds(transaction, filled);
      return result;
    }).then(async (result) => {
      await transaction.rows(sql`analyze ${tables}`);
      return result;
    });
  });
}

/** @throws RegisterNotEmpty for more records than a new service contains */
export async function refuseFilled(session: Session): Promise<void> {
  for (const table of [...recordTables.map(({ name }) => name), 'groups', 'custom_fields', 'webhooks', ...firstStart]) {
    const max = firstStart.includes(table) ? 1 : 0;
    const rows = knex(table).limit(max + 1);
    const found = await session.rows(
      table in builtIn ? rows.where('id', '>', builtIn[table] ?? 0).select('id') : rows.select(knex.raw('1')),
    );
    if (found.length > max) throw new RegisterNotEmpty(`the register is not empty: it has ${table.replaceAll('_', ' ')}`);
  }
}

/** Deletes built-in records only if the load replaces them. They contain no references, so that no deletion cascades to them. */
async function clear(session: Session, replaced: readonly Entity[]): Promise<void> {
  const retained = Object.keys(builtIn).filter((table) => !replaced.some((entity) => tableOfEntity(entity) === table));
  const gone = [...filled.filter((table) => table !== 'change_log' && !retained.includes(table)), ...dependents];
  await session.rows(sql`truncate ${knex.raw([...new Set(gone)].map(() => '??').join(', '), [...new Set(gone)])} cascade`);
}

const tableOfEntity = (entity: Entity): string =>
  entity === 'group' ? 'groups' : isKindName(entity) ? tableOfKind(entity) : entity;

function importWriterIn(session: Session): ImportWriter & Pick<BulkInserts, 'done'> {
  const columns = new Map<string, Promise<TypedColumn[]>>();
  const inserts = new BulkInserts(session);
  const typed = async (table: string, names: readonly string[]): Promise<TypedColumn[]> => {
    const all = columns.get(table) ?? columnsOf(session, table);
    columns.set(table, all);
    const types = new Map((await all).map(({ name, type }) => [name, type]));
    return names.map((name) => ({ name, type: types.get(name) ?? 'text' }));
  };
  return {
    async add(entity, records) {
      for (const chunk of chunksOf(records, rowsAtOnce(session)))
        for (const { table, columns: names, rows } of rowsOf(entity, chunk))
          await inserts.add(table, await typed(table, names), rows);
    },
    done: () => inserts.done(),
    set: (settings) => settingsIn(session).write(settings),
    async addProviders(providers) {
      const repository = signInProvidersIn(session);
      for (const provider of providers) await repository.save(provider);
    },
  };
}
