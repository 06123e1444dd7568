/** Query of the schema, by table: columns with options, table options, indexes and constraints. */
export const schemaLines = `
  select c.relname as table, concat_ws(' ', 'column', a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    a.attidentity, a.attoptions, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid), c.reloptions) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  union all
  select tablename, indexdef from pg_indexes where schemaname = 'public'
  union all
  select c.relname, concat_ws(' ', o.conname, pg_get_constraintdef(o.oid))
  from pg_constraint o join pg_class c on c.oid = o.conrelid
  where o.connamespace = 'public'::regnamespace and o.contype <> 'n'
  order by 1, 2`;

/** Statements that remove all tables and functions of a database. */
export const dropSchema: readonly string[] = ['drop schema public cascade', 'create schema public'];
