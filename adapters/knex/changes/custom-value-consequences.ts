import type { Authorship, CustomValuesChange } from '../../../application/ports/change-log.js';
import { customReplacements } from '../records/custom-replacements.js';
import type { RecordTable } from '../records/record-table.js';
import { recordTables } from '../records/tables.js';
import type { Session } from '../sessions/session.js';
import { type Fragment, tell } from './told-rows.js';

/** Tells of the custom values that a change of a definition is about to give, to take or to convert. */
export async function tellCustomValues(session: Session, cause: CustomValuesChange, by: Authorship): Promise<void> {
  const { on, name, change } = cause;
  const table = tableOf(on);
  const own = { sql: 'r.custom -> (?::text)', bindings: [name] };
  const edit = (where: Fragment, before: Fragment, after: Fragment): Promise<void> =>
    tell(session, by, { table, action: 'edit', where, before: memberOf(name, before), after: memberOf(name, after) });
  const isUnset = { sql: '(t.custom ->> (?::text)) is null', bindings: [name] };
  const isSet = { sql: '(t.custom ->> (?::text)) is not null', bindings: [name] };
  if ('fill' in change) return edit(isUnset, none, { sql: '?::jsonb', bindings: [JSON.stringify(change.fill)] });
  if ('remove' in change) return edit(isSet, own, none);
  for await (const { window, replaced } of customReplacements(session, { on, name }, change.convert)) {
    const pairs = '(select p.old, p.new from jsonb_to_recordset(?::jsonb) p(old jsonb, new jsonb))';
    const given = JSON.stringify(replaced);
    const where = {
      sql: `t.id > ? and t.id <= ? and t.custom -> (?::text) in (select q.old from ${pairs} q)`,
      bindings: [window.after, window.last, name, given],
    };
    const after = { sql: `(select q.new from ${pairs} q where q.old = r.custom -> (?::text))`, bindings: [given, name] };
    await edit(where, own, after);
  }
}

const none: Fragment = { sql: 'null::jsonb', bindings: [] };

/** A custom value as a document holds it. */
const memberOf = (name: string, { sql, bindings }: Fragment): Fragment => ({
  sql: `jsonb_build_object('custom', jsonb_build_object(?::text, ${sql}))`,
  bindings: [name, ...bindings],
});

function tableOf(on: string): RecordTable {
  const table = recordTables.find(({ name }) => name === on);
  if (!table) throw new Error(`nothing carries custom fields of ${on}`);
  return table;
}
