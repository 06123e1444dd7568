import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import pg from 'pg';
import { uniqueConstraints } from '../../../adapters/knex/constraint-errors.js';
import { migrations } from '../../../adapters/knex/migrations/index.js';
import { administeredTables } from '../../../adapters/knex/records/administered-table.js';
import { recordTables, tableNamed } from '../../../adapters/knex/records/tables.js';
import { kindNames } from '../../../domain/catalog/kinds.js';
import type { AdministeredField } from '../../../domain/fields/administered-field.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';

interface Column {
  readonly type: string;
  readonly required: boolean;
  readonly default: string | null;
}

/** Type of a field's column. */
function expectedType(field: FieldDefinition): string {
  switch (field.type) {
    case 'address':
      return 'inet';
    case 'prefix':
      return 'cidr';
    case 'flag':
      return 'boolean';
    case 'reference':
      return 'integer';
    case 'integer':
      return (field.max ?? 0) > 2147483647 ? 'bigint' : 'integer';
    case 'number':
      return 'double precision';
    case 'timestamp':
      return 'timestamp(0) without time zone';
    case 'date':
      return 'date';
    case 'permissions':
      return 'jsonb';
    case 'objects':
      return 'json';
    default:
      return 'text';
  }
}

/** Type of an administered field's column. */
function administeredType(field: AdministeredField): string {
  return field.type === 'texts' || field.type === 'ids' ? 'jsonb' : expectedType(field);
}

/** Columns without an administered field, and one with another type since the first release. */
const ownColumns = ['users.name_key', 'users.password_hash', 'custom_fields.place'];
const olderType: Readonly<Record<string, string>> = { 'apps.lock_wait_seconds': 'double precision' };

/** PostgreSQL name of the deletion rule of a reference. */
function expectedRule(field: Extract<FieldDefinition, { type: 'reference' }>): string {
  if (field.ref.onDelete === 'clear') return 'SET NULL';
  return field.ref.onDelete === 'cascade' ? 'CASCADE' : 'NO ACTION';
}

describe('The migrations', () => {
  it('are listed in order of their numbers, as the files and the comments in them state', () => {
    const folder = new URL('../../../../adapters/knex/migrations/', import.meta.url);
    const files = readdirSync(folder).filter((file) => /^from-\d{4}\.ts$/.test(file));
    const stated = files.sort().map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return [...text.matchAll(/\/\*\*\s+(?:\* )?(\d{4}): [^{]*\{\s*name: '([^']+)'/g)].map(
        ([, number, name]) => `${number} ${name}`,
      );
    });
    expect(files).to.deep.equal(stated.map(([first = '']) => `from-${first.slice(0, 4)}.ts`));
    const listed = migrations.map(({ name }, index) => `${String(index + 1).padStart(4, '0')} ${name}`);
    expect(stated.flat()).to.deep.equal(listed);
  });
});

describe('The schema', () => {
  let migrated: TestDatabase;
  let database: pg.Client;
  const columns = new Map<string, Column>();
  const rules = new Map<string, string>();

  before(async () => {
    migrated = await createPostgresDatabase();
    database = new pg.Client({ connectionString: migrated.url });
    await database.connect();
    const found = await database.query<Column & { key: string }>(`
      select a.attrelid::regclass || '.' || a.attname as key, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
        pg_get_expr(d.adbin, d.adrelid) as default
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0`);
    for (const { key, ...column } of found.rows) columns.set(key, column);
    const constraints = await database.query<{ name: string; definition: string }>(
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where connamespace = 'public'::regnamespace`,
    );
    for (const { name, definition } of constraints.rows) rules.set(name, definition);
  });

  after(async () => {
    await database.end();
    await migrated.drop();
  });

  for (const table of recordTables) {
    it(`has a column for each field of ${table.name}, and no others except keys and free-space data`, () => {
      for (const { column, field } of table.columns) {
        const found = columns.get(`${table.name}.${column}`);
        const wanted = expectedType(field);
        expect(found?.type, `${table.name} needs a column ${column} ${wanted}, made by a migration`).to.equal(wanted);
        if (field.type === 'flag') expect(found, column).to.include({ required: true, default: 'false' });
        else expect(found?.default, column).to.equal(null);
        if (field.required) expect(found?.required, column).to.equal(true);
      }
      const fields = new Set(['id', 'custom', ...table.columns.map(({ column }) => column)]);
      const own = [...columns.keys()]
        .filter((key) => key.startsWith(`${table.name}.`))
        .map((key) => key.slice(table.name.length + 1));
      expect(own.filter((column) => !fields.has(column) && !/_(key|known)$/.test(column))).to.deep.equal([]);
    });

    it(`has the deletion rules of the references of ${table.name}`, () => {
      for (const { column, field } of table.columns) {
        if (field.type !== 'reference') continue;
        const rule = expectedRule(field);
        const definition = rules.get(`${table.name}_${column}_fkey`);
        expect(definition, column).to.match(new RegExp(`REFERENCES ${tableNamed(field.ref.kind).name}\\(id\\)`));
        expect(definition?.includes(`ON DELETE ${rule}`), column).to.equal(rule !== 'NO ACTION');
      }
    });
  }

  for (const table of administeredTables) {
    it(`has a column for each field of ${table.name}, and no others except keys and secrets`, () => {
      for (const { column, field } of table.columns) {
        const key = `${table.name}.${column}`;
        const found = columns.get(key);
        const wanted = olderType[key] ?? administeredType(field);
        expect(found?.type, `${table.name} needs a column ${column} ${wanted}, made by a migration`).to.equal(wanted);
        expect(found?.required, `${key} is not null`).to.equal(!field.nullable);
      }
      const known = [...ownColumns, ...table.columns.map(({ column }) => `${table.name}.${column}`)];
      const others = [...columns.keys()].filter((key) => key.startsWith(`${table.name}.`) && !known.includes(key));
      expect(others).to.deep.equal([]);
    });
  }

  it('has the constraints that keep combinations of fields unique', () => {
    const names = [...kindNames.flatMap(uniqueConstraints), 'sections_name_key_key', 'addresses_subnet_id_ip_key'];
    for (const name of names) expect(rules.get(name), name).to.match(/^UNIQUE/);
  });

  it('has an index for each reference, so that deleting its target reads no whole table', async () => {
    const { rows } = await database.query<{ key: string }>(`
      select i.indrelid::regclass || '.' || a.attname as key from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`);
    const indexed = new Set(rows.map(({ key }) => key));
    for (const { name, columns: fields } of recordTables) {
      for (const { column, field } of fields) if (field.type === 'reference') expect(indexed).to.include(`${name}.${column}`);
    }
  });
});
