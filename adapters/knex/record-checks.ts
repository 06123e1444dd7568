import type { Knex } from 'knex';
import type { Finding } from '../../application/ports/consistency.js';
import { tableOfSort } from './records/object-ids.js';
import type { FieldColumn, RecordTable } from './records/record-table.js';
import { ownerColumns, recordTables, tableNamed } from './records/tables.js';
import { knex, type Query, sql } from './sessions/sql.js';

export interface RowCheck {
  readonly what: Finding['what'];
  readonly table: string;
  readonly query: (window: Knex.Raw) => Query;
}

const subnetIdIn = ({ name }: RecordTable): Knex.Raw =>
  name === 'subnets' ? sql`t.id` : name === 'addresses' ? sql`t.subnet_id` : sql`null::integer`;

const text = (value: string): Knex.Raw => knex.raw('?', [value]);

/** Finds reference fields with the id of a missing record. */
function referencesOf(table: RecordTable): RowCheck[] {
  const named = table.columns.flatMap(({ name, column, field }) => {
    if (field.type !== 'reference') return [];
    const target = knex.ref(tableNamed(field.ref.kind).name);
    const id = knex.ref(`t.${column}`);
    return [sql`(${text(name)}, ${id}, ${id} is not null and not exists (select from ${target} r where r.id = ${id}))`];
  });
  if (named.length === 0) return [];
  const values = named.reduce((all, each) => sql`${all}, ${each}`);
  const query = (window: Knex.Raw) => sql`
    select ${subnetIdIn(table)} as "subnetId",
      ${text(table.name)} || ' ' || t.id || ': ' || f.name || ' names ' || f.id || ', which is not there: set another one' as text
    from ${knex.ref(table.name)} t cross join lateral (values ${values}) f(name, id, is_missing)
    where f.is_missing and ${window} order by t.id, f.name`;
  return [{ what: 'reference', table: table.name, query }];
}

/** Finds ids of missing records in list fields. Lists of sections are exempt, because clients may write any id. */
function listsOf(table: RecordTable): RowCheck[] {
  return table.columns.flatMap((column): RowCheck[] => {
    const missing = missingIn(column);
    if (!missing) return [];
    const query = (window: Knex.Raw) => sql`
      select ${subnetIdIn(table)} as "subnetId",
        ${text(table.name)} || ' ' || t.id || ': ' || ${text(column.name)} || ' names ' || i.id || ', which is not there: take it out' as text
      from ${knex.ref(table.name)} t cross join lateral (${missing}) i
      where ${window} order by t.id, i.id`;
    return [{ what: 'reference', table: table.name, query }];
  });
}

function missingIn({ column, field }: FieldColumn): Knex.Raw | undefined {
  const list = knex.ref(`t.${column}`);
  switch (field.type) {
    case 'objects': {
      const known = Object.entries(tableOfSort).map(
        ([sort, table]) => sql`(o.sort = ${text(sort)} and exists (select from ${knex.ref(table)} r where r.id::text = l.id))`,
      );
      return sql`select o.sort || ' ' || l.id as id from json_each(${list}) o(sort, ids)
        cross join lateral json_array_elements_text(o.ids) l(id) where not (${known.reduce((all, each) => sql`${all} or ${each}`)})`;
    }
    case 'permissions':
      return sql`select 'group ' || l.id as id
        from jsonb_array_elements(case jsonb_typeof(${list}) when 'array' then ${list} end) given(entry)
        cross join lateral (select given.entry ->> 0 as id) l
        where not exists (select from groups g where g.id::text = l.id)`;
    default:
      return undefined;
  }
}

const ownersOf = ({ table, column }: (typeof ownerColumns)[number]): RowCheck => ({
  what: 'reference',
  table,
  query: (window) => sql`
    select null::integer as "subnetId",
      ${text(table)} || ' ' || t.id || ': ' || ${text(column)} || ' names ' || ${knex.ref(`t.${column}`)} || ', which is not there: delete the record' as text
    from ${knex.ref(table)} t
    where ${knex.ref(`t.${column}`)} is not null and not exists (select from users u where u.id = ${knex.ref(`t.${column}`)})
      and ${window} order by t.id`,
});

/** Finds subnets that are their own ancestors. Each cycle contains a folder, or a network outside of its parent. */
const rings: RowCheck = {
  what: 'cycle',
  table: 'subnets',
  query: (window) => sql`
    select t.id as "subnetId", 'subnet ' || t.id || ': it hangs below itself: give it another master' as text
    from subnets t join subnets m on m.id = t.master_subnet_id
    where (t.network is null or m.network is null or not t.network << m.network) and ${window}
      and exists (
        with recursive above(id) as (
          select t.master_subnet_id union select s.master_subnet_id from subnets s join above on above.id = s.id
        ) select from above where above.id = t.id
      ) order by t.id`,
};

/** In strict sections, finds networks outside of their parent and folders below a network. Other sections allow larger children. */
const outsideMaster: RowCheck = {
  what: 'childOutside',
  table: 'subnets',
  query: (window) => sql`
    select t.id as "subnetId", 'subnet ' || t.id || ': ' || coalesce(t.network::text, 'a folder') || ' does not lie in its master '
      || m.network || ', subnet ' || m.id || ': give it another master' as text
    from subnets t join subnets m on m.id = t.master_subnet_id
    join sections home on home.id = m.section_id and home.strict_mode
    where m.network is not null and (t.network is null or not t.network <<= m.network) and ${window} order by t.id`,
};

/** Finds sections at a third level, or below themselves. */
const deepSections: RowCheck = {
  what: 'cycle',
  table: 'sections',
  query: (window) => sql`
    select null::integer as "subnetId",
      'section ' || t.id || ': its master, section ' || m.id || ', is below another section: give it another master' as text
    from sections t join sections m on m.id = t.master_section where m.master_section is not null and ${window} order by t.id`,
};

/** Executed first, because usage cannot be computed for subnets in a cycle. */
export const ringChecks: readonly RowCheck[] = [rings];

export const recordChecks: readonly RowCheck[] = [
  ...recordTables.flatMap((table) => [...referencesOf(table), ...listsOf(table)]),
  ...ownerColumns.map(ownersOf),
  outsideMaster,
  deepSections,
];
