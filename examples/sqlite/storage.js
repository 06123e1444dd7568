/**
 * A storage with SQLite: the core of every storage, and the capability `search`. The package libsql contains SQLite as prebuilt
 * binaries, with the interface of better-sqlite3.
 */
import { StorageError } from 'hexipam';
import { defaultSettings } from 'hexipam/domain';
import { Addresses, Sections, Subnets } from './inventory.js';
import { Connection, encode, schema } from './records.js';

class CustomFields {
  constructor(connection) {
    this.sql = connection;
  }

  list = async (on) => {
    const found = this.sql.all('select record from customFields where ?1 is null or owner = ?1 order by rowid', on ?? null);
    return found.map(({ record }) => JSON.parse(record));
  };
  lock = async () => {};
  save = async (field) => {
    const save = 'insert into customFields values (?, ?, ?) on conflict do update set record = excluded.record';
    this.sql.run(save, field.on, field.name, encode(field));
  };
  delete = async (on, name) => this.sql.run('delete from customFields where owner = ? and name = ?', on, name).changes > 0;
}

class Settings {
  constructor(connection) {
    this.sql = connection;
  }

  read = async () => {
    const found = this.sql.get('select record from settings');
    return found ? JSON.parse(found.record) : defaultSettings;
  };
  lock = this.read;
  write = async (settings) => void this.sql.run('insert or replace into settings values (1, ?)', encode(settings));
}

class ChangeLog {
  constructor(connection) {
    this.sql = connection;
  }

  list = async (object, objectId, max) => {
    const newest = 'select record from changes where object = ? and objectId = ? order by id desc limit ?';
    return this.sql.all(newest, object, objectId, max).map(({ record }) => JSON.parse(record));
  };
  append = async (...entries) => {
    for (const { before: _before, after: _after, ...entry } of entries) {
      this.sql.run(
        'insert into changes (object, objectId, record) values (?, ?, ?)',
        entry.object,
        entry.objectId,
        encode(entry),
      );
    }
  };
}

const portsOver = (connection) => ({
  sections: new Sections(connection),
  subnets: new Subnets(connection),
  addresses: new Addresses(connection),
  customFields: new CustomFields(connection),
  settings: new Settings(connection),
  changeLog: new ChangeLog(connection),
});

/** Opens a storage in a file, and creates a missing file. Units of work run one after another on their own connection. */
export function openSqliteStorage(file) {
  const [reading, writing] = [new Connection(file), new Connection(file)];
  writing.exec(schema);
  const repositories = portsOver(writing);
  let isClosed = false;
  let last = Promise.resolve();

  async function runAlone(work) {
    writing.exec('begin immediate');
    try {
      const result = await work(repositories);
      writing.exec('commit');
      return result;
    } catch (error) {
      writing.exec('rollback');
      throw error;
    }
  }

  return {
    capabilities: ['search'],
    readers: portsOver(reading),
    unitOfWork: {
      run(work) {
        if (isClosed) return Promise.reject(new StorageError('the database is closed', 'unavailable'));
        const result = last.then(() => runAlone(work));
        last = result.then(
          () => {},
          () => {},
        );
        return result;
      },
    },
    async close() {
      isClosed = true;
      await last;
      for (const connection of [reading, writing]) connection.close();
    },
    async reopen() {
      await this.close();
      return openSqliteStorage(file);
    },
  };
}
