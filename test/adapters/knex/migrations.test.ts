import { createHash } from 'node:crypto';
import { expect } from 'chai';
import knex from 'knex';
import { openDatabase } from '../../../adapters/knex/index.js';
import { migrations } from '../../../adapters/knex/migrations/index.js';
import { queriesOf } from '../../../adapters/knex/migrations/migration.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import { onEmptyEmbedded, onEmptyPostgres, onPostgres, withMigrated } from './fresh-database.js';

const names = migrations.map(({ name }) => name);

describe('Migrations', () => {
  it('all run in a fresh database, and none a second time', async () => {
    for (const run of [onEmptyEmbedded, onEmptyPostgres]) {
      await run(async (url) => {
        const database = await openDatabase({ url, sync: false });
        try {
          expect(await database.migrate()).to.deep.equal(names);
          expect(await database.migrate()).to.deep.equal([]);
        } finally {
          await database.close();
        }
      });
    }
  });

  it('run once when several processes start at the same time', () =>
    onEmptyPostgres(async (url) => {
      const databases = await Promise.all(Array.from({ length: 5 }, () => openDatabase({ url })));
      const ran = await Promise.all(databases.map((database) => database.migrate()));
      expect(ran.flat()).to.deep.equal(names);
      for (const database of databases) expect(await database.readers.catalog.find('tag', 4)).to.not.equal(undefined);
      await Promise.all(databases.map((database) => database.close()));
    }));

  it('replace the codes of applications by digests, except encryption keys', () =>
    onEmptyPostgres(async (url) => {
      const sql = knex({ client: 'pg', connection: url });
      const place = names.indexOf('code-digests');
      for (const query of migrations.slice(0, place).flatMap(queriesOf)) await sql.raw(String(query));
      const codes = ['static', 'crypt', 'none'].map((security) => [security, security.padEnd(32, '1')]);
      const flags = { show_links: true, stringify: true, nest_custom_fields: false, lock_enabled: false, lock_wait_seconds: 1 };
      for (const [security, code] of [...codes, ['ssl', null]])
        await sql('apps').insert({ id: security, permission: 'read', security, code, comment: '', ...flags });
      for (const query of migrations.slice(place, place + 1).flatMap(queriesOf)) await sql.raw(String(query));
      const rows = await sql('apps').select('id', 'code', 'code_digest', 'crypt_strict').orderBy('id');
      await sql.destroy();
      const rest = { crypt_strict: false };
      const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
      expect(rows).to.deep.equal([
        { id: 'crypt', code: 'crypt'.padEnd(32, '1'), code_digest: null, ...rest },
        { id: 'none', code: null, code_digest: digest('none'.padEnd(32, '1')), ...rest },
        { id: 'ssl', code: null, code_digest: null, ...rest },
        { id: 'static', code: null, code_digest: digest('static'.padEnd(32, '1')), ...rest },
      ]);
    }));

  it('move texts that are no ids from the name servers of sections to their descriptions', () =>
    onEmptyPostgres(async (url) => {
      const sql = knex({ client: 'pg', connection: url });
      const place = names.indexOf('resolvers-of-sections');
      for (const query of migrations.slice(0, place).flatMap(queriesOf)) await sql.raw(String(query));
      const sections: readonly (readonly [dns: string | null, description: string | null])[] = [
        ['1', 'kept'],
        ['1;22', null],
        [null, 'none'],
        ['8.8.8.8', 'Office'],
        ['8.8.8.8;1', null],
        ['1;', null],
      ];
      for (const [index, [dns, description]] of sections.entries())
        await sql('sections').insert({ name: `S${index}`, name_key: `s${index}`, dns, description });
      for (const query of migrations.slice(place, place + 1).flatMap(queriesOf)) await sql.raw(String(query));
      const rows = await sql('sections').where('name', 'like', 'S_').select('dns', 'description').orderBy('name');
      await sql.destroy();
      expect(rows).to.deep.equal([
        { dns: '1', description: 'kept' },
        { dns: '1;22', description: null },
        { dns: null, description: 'none' },
        { dns: null, description: 'Office (DNS: 8.8.8.8)' },
        { dns: null, description: '(DNS: 8.8.8.8;1)' },
        { dns: null, description: '(DNS: 1;)' },
      ]);
    }));

  it('refuse a database of a newer version', () =>
    onPostgres((url) =>
      withMigrated({ url }, async (database) => {
        const sql = knex({ client: 'pg', connection: url });
        await sql.raw(`insert into schema_migrations (number, name) values (${names.length + 1}, 'later')`);
        await sql.destroy();
        const error = await database.migrate().catch((reason: unknown) => reason);
        expect(error).to.be.instanceOf(StorageError).with.property('message').that.includes('knows');
      }),
    ));

  it('refuse a database that is not encoded in UTF-8', () =>
    onPostgres(async (url) => {
      const sql = knex({ client: 'pg', connection: url });
      await sql.raw("create database latin encoding 'LATIN1' template template0");
      const latin = new URL(url);
      latin.pathname = '/latin';
      const database = await openDatabase({ url: latin.href });
      const error = await database.migrate().catch((reason: unknown) => reason);
      await database.close();
      await sql.raw('drop database latin');
      await sql.destroy();
      expect(error).to.be.instanceOf(StorageError).with.property('message').that.includes('LATIN1');
    }));
});
