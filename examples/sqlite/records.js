/** Tables and their records: JSON, and the columns that SQL needs (references, sort keys and unique keys). */

import { IpamError } from 'hexipam';
import {
  addressFields,
  foldCase,
  IpAddress,
  Prefix,
  rangeOf,
  recordOf,
  sectionFields,
  subnetFields,
  toSubnet,
} from 'hexipam/domain';
import Sqlite from 'libsql';
import { hasText } from './lists.js';

export const schema = `
  create table if not exists sections (
    id integer primary key autoincrement, masterSection integer references sections on delete cascade,
    nameKey text not null unique, record text not null);
  create table if not exists subnets (
    id integer primary key autoincrement, sectionId integer not null references sections on delete cascade,
    masterSubnetId integer references subnets on delete cascade, linked_subnet integer references subnets on delete set null,
    first text, last text, heldUntil text, record text not null);
  create table if not exists addresses (
    id integer primary key autoincrement, subnetId integer not null references subnets on delete cascade,
    ip text not null, heldUntil text, record text not null, unique (subnetId, ip));
  create table if not exists customFields (owner text, name text, record text not null, unique (owner, name));
  create table if not exists settings (id integer primary key check (id = 1), record text not null);
  create table if not exists changes (id integer primary key autoincrement, object text, objectId integer, record text not null);
  create index if not exists childSections on sections (masterSection);
  create index if not exists subnetsOfSection on subnets (sectionId);
  create index if not exists children on subnets (masterSubnetId, first);
  create index if not exists links on subnets (linked_subnet);
  create index if not exists networks on subnets (first, last);
  create index if not exists ips on addresses (ip);
  create index if not exists history on changes (object, objectId);`;

/** An address as a text with the same order: IPv4 before IPv6, then by number. */
export const keyOf = (ip) => `${ip.family}${ip.value.toString(16).padStart(32, '0')}`;
export const addressOfKey = (key) => IpAddress.of(Number(key[0]), BigInt(`0x${key.slice(1)}`));
export const endsOf = ({ first, last }) => [keyOf(first), keyOf(last)];

/** The three kinds of records: fields, references that are columns, further columns, and the form that ports return. */
const sorts = {
  sections: {
    fields: sectionFields,
    references: { masterSection: 'sections' },
    columns: ({ name }) => ({ nameKey: foldCase(name) }),
    taken: ({ name }) => new IpamError('section.nameTaken', { name }),
    present: (record) => record,
  },
  subnets: {
    fields: subnetFields,
    references: { sectionId: 'sections', masterSubnetId: 'subnets', linked_subnet: 'subnets' },
    columns: ({ prefix, heldUntil }) => {
      const [first, last] = prefix ? endsOf(rangeOf(prefix)) : [null, null];
      return { first, last, heldUntil };
    },
    present: toSubnet,
  },
  addresses: {
    fields: addressFields,
    references: { subnetId: 'subnets' },
    columns: ({ ip, heldUntil }) => ({ ip: keyOf(ip), heldUntil }),
    taken: () => new IpamError('address.exists'),
    present: (record) => record,
  },
};

/** Values as JSON. `decode` parses them by the descriptors of their fields. */
export const encode = (value) => JSON.stringify(value, (_key, each) => (each instanceof Map ? [...each] : each));
const decoders = {
  address: (text) => IpAddress.parse(text),
  prefix: (text) => Prefix.parse(text),
  permissions: (entries) => new Map(entries),
};

function decode(fields, values) {
  const read = ([name, { type }]) => [name, values[name] === null ? null : (decoders[type]?.(values[name]) ?? values[name])];
  return Object.fromEntries(Object.entries(fields).map(read));
}

/** A connection: runs statements, each compiled once. */
export class Connection {
  #database;
  #statements = new Map();

  constructor(file) {
    this.#database = new Sqlite(file);
    this.#database.exec('pragma journal_mode = wal; pragma foreign_keys = on; pragma busy_timeout = 5000');
  }

  exec(sql) {
    this.#database.exec(sql);
  }

  all(sql, ...values) {
    return this.#prepared(sql).all(values);
  }

  get(sql, ...values) {
    return this.#prepared(sql).get(values);
  }

  run(sql, ...values) {
    return this.#prepared(sql).run(values);
  }

  close() {
    this.#database.close();
  }

  #prepared(sql) {
    if (!this.#statements.has(sql)) this.#statements.set(sql, this.#database.prepare(sql));
    return this.#statements.get(sql);
  }
}

/** Records of one kind. A `row` is a record with separate values, the form for conditions of the domain. */
export class Records {
  constructor(connection, table) {
    this.sql = connection;
    this.table = table;
    this.sort = sorts[table];
  }

  rowOf({ record, ...columns }) {
    const { values, custom } = JSON.parse(record);
    const own = decode(this.sort.fields, values);
    for (const field of Object.keys(this.sort.references)) own[field] = columns[field];
    return { id: columns.id, values: own, custom };
  }

  present(row) {
    return this.sort.present(recordOf(this.sort.fields, row));
  }

  rows(where = 'true', ...values) {
    return this.sql.all(`select * from ${this.table} where ${where}`, ...values).map((found) => this.rowOf(found));
  }

  /** Rows with one of the values in a column. */
  among(values, column = 'id') {
    return this.rows(`${column} in (select value from json_each(?))`, listOf(values));
  }

  row(id) {
    return this.rows('id = ?', id)[0];
  }

  search(search) {
    return this.rows('true order by id').filter((row) => search.isAwaited?.() !== false && hasText(row, search));
  }

  find(id) {
    const row = this.row(id);
    return row && this.present(row);
  }

  /** @throws IpamError field.reference, or the error of the unique key */
  save(id, values, custom) {
    for (const [field, table] of Object.entries(this.sort.references)) {
      const referred = values[field];
      if (referred !== null && !this.sql.get(`select 1 from ${table} where id = ?`, referred))
        throw new IpamError('field.reference', { field, id: referred });
    }
    const references = Object.fromEntries(Object.keys(this.sort.references).map((field) => [field, values[field]]));
    const columns = { ...references, ...this.sort.columns(values), record: encode({ values, custom }) };
    const names = Object.keys(columns);
    try {
      if (id === undefined) {
        const sql = `insert into ${this.table} (${names.join()}) values (${names.map(() => '?').join()})`;
        return Number(this.sql.run(sql, ...Object.values(columns)).lastInsertRowid);
      }
      this.sql.run(
        `update ${this.table} set ${names.map((name) => `${name} = ?`).join()} where id = ?`,
        ...Object.values(columns),
        id,
      );
      return id;
    } catch (error) {
      throw this.sort.taken && /UNIQUE/.test(error.message) ? this.sort.taken(values) : error;
    }
  }

  insert({ custom, ...values }) {
    const empty = Object.entries(this.sort.fields).map(([name, { type }]) => [name, type === 'flag' ? false : null]);
    return this.save(undefined, { ...Object.fromEntries(empty), ...named(values) }, custom);
  }

  update(id, { custom, ...changes }) {
    const row = this.row(id);
    if (row) this.save(id, { ...row.values, ...named(changes) }, { ...row.custom, ...custom });
  }

  /** Foreign keys delete dependent records. */
  delete(id) {
    return this.sql.run(`delete from ${this.table} where id = ?`, id).changes > 0;
  }
}

const named = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
/** Values as one parameter of json_each. */
export const listOf = (values) => JSON.stringify([...values]);
export const ascending = (ids) => [...new Set(ids)].sort((a, b) => a - b);

export async function* stream(read) {
  yield* read();
}
