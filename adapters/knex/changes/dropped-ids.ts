import type { Authorship } from '../../../application/ports/change-log.js';
import { noIds } from '../../../domain/catalog/id-list.js';
import { soughtId } from '../records/field-columns.js';
import { quoted } from '../records/names.js';
import { recordTables } from '../records/tables.js';
import { prepared } from '../sessions/prepared-statement.js';
import { knex } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';
import { type Fragment, type Told, tell, textOfTell } from './told-rows.js';

/** Addresses and subnets that are about to be deleted. */
interface Doomed {
  /** Holds for an address `a`. */
  readonly addresses: Fragment;
  /** A query of ids. */
  readonly subnets?: string;
  readonly sources?: Fragment;
}

/** Tells of fields of type `objects` that are about to lose ids. */
export async function tellDroppedObjects(
  session: Session,
  by: Authorship,
  { addresses, subnets, sources }: Doomed,
): Promise<void> {
  const ofAddress = `o.sort = 'ipaddresses' and exists (select from addresses a where a.id = i.id::integer and ${addresses.sql})`;
  const ofSubnet = subnets === undefined ? '' : ` or (o.sort = 'subnets' and i.id::integer in (${subnets}))`;
  const gone = { sql: `((${ofAddress})${ofSubnet})`, bindings: addresses.bindings };
  for (const told of withoutObjects(gone)) await tell(session, by, { ...told, ...(sources ? { sources } : {}) });
}

/** Entries of the fields of type `objects` that lose ids. @param gone holds for an id `i.id` below the sort `o.sort` */
function withoutObjects({ sql: gone, bindings }: Fragment): Told[] {
  return recordTables.flatMap((table) =>
    table.columns.flatMap(({ name, field, column }): Told[] => {
      if (field.type !== 'objects') return [];
      const lists = (row: string) => `json_each(${row}.${quoted(column)}) with ordinality o(sort, ids, place)`;
      const ids = 'json_array_elements_text(o.ids) with ordinality i(id, place)';
      const kept = `select coalesce(json_agg(i.id order by i.place), '[]') from ${ids} where not ${gone}`;
      const left = `select json_object_agg(o.sort, (${kept}) order by o.place) from ${lists('r')}`;
      const where = `t.${quoted(column)} is not null and exists (select from ${lists('t')}, ${ids} where ${gone})`;
      return [
        {
          ...{ table, action: 'edit', where: { sql: where, bindings } },
          before: { sql: `jsonb_build_object('${name}', r.${quoted(column)})`, bindings: [] },
          after: { sql: `jsonb_build_object('${name}', (${left}))`, bindings },
        },
      ];
    }),
  );
}

/** Tells of lists that are about to lose ids of sections. @param doomed a query of ids */
export async function tellDroppedSections(
  session: Session,
  by: Authorship,
  { ids, sources }: { readonly ids: string; readonly sources: Fragment },
): Promise<void> {
  for (const table of recordTables)
    for (const { name, field, column } of table.columns) {
      if (field.type !== 'idList' || field.ref.kind !== 'section') continue;
      const list = (row: string) => `unnest(string_to_array(${row}.${quoted(column)}, ';')) with ordinality i(id, place)`;
      const gone = `i.id in (select d.id::text from (${ids}) d)`;
      const left = `select string_agg(i.id, ';' order by i.place) from ${list('r')} where not ${gone}`;
      await tell(session, by, {
        ...{ table, action: 'edit', sources },
        where: { sql: `exists (select from ${list('t')} where ${gone})`, bindings: [] },
        before: { sql: `jsonb_build_object('${name}', r.${quoted(column)})`, bindings: [] },
        after: { sql: `jsonb_build_object('${name}', coalesce((${left}), ?::text))`, bindings: [noIds] },
      });
    }
}

type DroppedAddress = Authorship & { readonly id: string };

/** Of a single address, which is deleted often: a statement for each field, compiled once. */
const dropsOfAddress = recordTables
  .flatMap(({ columns }) => columns.filter(({ field }) => field.type === 'objects'))
  .map((_, index) =>
    prepared<DroppedAddress>(`tell_dropped_address_${index}`, ({ id, at, userId, by, appId, clientAddress }) => {
      const told = withoutObjects({ sql: "(o.sort = 'ipaddresses' and i.id = ?)", bindings: [id] })[index] as Told;
      const { text, bindings } = textOfTell(told, { at, userId, by, appId, clientAddress });
      return knex.raw(text, bindings as string[]);
    }),
  );

/** Tells of fields of type `objects` that are about to lose the id of an address. What runs later in the transaction comes behind. */
export async function tellDroppedAddress(session: Session, id: number, authorship: Authorship): Promise<void> {
  const { at, userId, by, appId, clientAddress } = authorship;
  const given = { id: String(soughtId(id)), at, userId, by, appId, clientAddress };
  for (const statement of dropsOfAddress) await session.deferred(statement, given);
}
