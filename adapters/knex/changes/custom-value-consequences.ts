import type { Knex } from 'knex';
import type { Authorship, CustomValuesChange } from '../../../application/ports/change-log.js';
import { customReplacements } from '../records/custom-replacements.js';
import type { RecordTable } from '../records/record-table.js';
import { recordTables } from '../records/tables.js';
import type { Session } from '../sessions/session.js';
import { sql } from '../sessions/sql.js';
import { logRecords } from './logged-records.js';

export async function logCustomValues(session: Session, cause: CustomValuesChange, by: Authorship): Promise<void> {
  const { on, name, change } = cause;
  const table = tableOf(on);
  const own = sql`r.custom -> (${name}::text)`;
  const edit = (where: Knex.Raw, before: Knex.Raw, after: Knex.Raw): Promise<void> =>
    logRecords(session, by, { table, action: 'edit', where, before: memberOf(name, before), after: memberOf(name, after) });
  const isUnset = sql`(t.custom ->> (${name}::text)) is null`;
  const isSet = sql`(t.custom ->> (${name}::text)) is not null`;
  if ('fill' in change) return edit(isUnset, none, sql`${JSON.stringify(change.fill)}::jsonb`);
  if ('remove' in change) return edit(isSet, own, none);
  for await (const { window, replaced } of customReplacements(session, { on, name }, change.convert)) {
    const pairs = sql`(select p.old, p.new from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) p(old jsonb, new jsonb))`;
    const within = sql`t.id > ${window.after} and t.id <= ${window.last}`;
    const where = sql`${within} and t.custom -> (${name}::text) in (select q.old from ${pairs} q)`;
    const after = sql`(select q.new from ${pairs} q where q.old = r.custom -> (${name}::text))`;
    await edit(where, own, after);
  }
}

const none = sql`null::jsonb`;

const memberOf = (name: string, value: Knex.Raw) =>
  sql`jsonb_build_object('custom', jsonb_build_object(${name}::text, ${value}))`;

function tableOf(on: string): RecordTable {
  const table = recordTables.find(({ name }) => name === on);
  if (!table) throw new Error(`nothing carries custom fields of ${on}`);
  return table;
}
