import { expect } from 'chai';
import pg from 'pg';
import { readHosts } from '../../../../adapters/knex/connection/server-hosts.js';
import { type Database, openDatabase } from '../../../../adapters/knex/index.js';
import { newSection } from '../../../contracts/support/builders.js';
import { TcpProxy } from '../../../support/databases/tcp-proxy.js';
import { onPostgres } from '../fresh-database.js';

describe('The hosts of a database URL', () => {
  it('are parsed one by one, each with its port and all other parameters', () => {
    expect(readHosts('postgres://u:p%40@h1,h2:5433,[::1]:5434/db?target_session_attrs=read-write&sslmode=require')).to.deep.equal(
      {
        hosts: [
          { name: 'h1', url: 'postgres://u:p%40@h1/db?sslmode=require' },
          { name: 'h2:5433', url: 'postgres://u:p%40@h2:5433/db?sslmode=require' },
          { name: '[::1]:5434', url: 'postgres://u:p%40@[::1]:5434/db?sslmode=require' },
        ],
        mustBeWritable: true,
      },
    );
  });

  it('may be one or none', () => {
    expect(readHosts('postgresql://db/ipam')).to.deep.equal({
      hosts: [{ name: 'db', url: 'postgresql://db/ipam' }],
      mustBeWritable: false,
    });
    expect(readHosts('postgres:///ipam?host=/run/postgresql').hosts[0]?.url).to.equal('postgres:///ipam?host=/run/postgresql');
  });

  it('must accept writes if there are several, unless target_session_attrs is any', () => {
    expect(readHosts('postgres://a,b/db').mustBeWritable).to.equal(true);
    expect(readHosts('postgres://a,b/db?target_session_attrs=any').mustBeWritable).to.equal(false);
    expect(readHosts('postgres://a/db?target_session_attrs=primary').mustBeWritable).to.equal(true);
  });

  it('are refused as standbys, without showing a password', () => {
    expect(() => readHosts('postgres://u:secret@a,b/db?target_session_attrs=standby'))
      .to.throw(TypeError, 'target_session_attrs')
      .with.property('message')
      .that.does.not.include('secret');
  });
});

describe('A database with several hosts', () => {
  /** Runs a test on a database with two hosts: proxies in front of one server. */
  const withTwoHosts = (test: (database: Database, hosts: readonly [TcpProxy, TcpProxy], sql: pg.Client) => Promise<void>) =>
    onPostgres(async (url) => {
      const proxies = [await TcpProxy.inFrontOf(url), await TcpProxy.inFrontOf(url)] as const;
      const sql = new pg.Client({ connectionString: url });
      await sql.connect();
      const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
      const database = await openDatabase({ url: url.replace(/@[^/]*/, `@${hosts}`) });
      try {
        await database.migrate();
        await test(database, proxies, sql);
      } finally {
        await database.close();
        await sql.end();
        await Promise.all(proxies.map((proxy) => proxy.close()));
      }
    });

  const write = (database: Database, name: string) =>
    database.unitOfWork.run(({ sections }) => sections.insert(newSection({ name })));

  it('switches to the next host when one is down, and stays there', () =>
    withTwoHosts(async (database, [first, second]) => {
      await write(database, 'before');
      expect([first.accepted > 0, second.accepted]).to.deep.equal([true, 0]);
      await first.refuse();
      await write(database, 'after');
      await first.accept();
      const { accepted } = first;
      second.cut();
      await write(database, 'still');
      expect(first.accepted).to.equal(accepted);
      expect(await database.readers.sections.findByName('before')).to.not.equal(undefined);
    }));

  it('skips a read-only host, also one that accepted writes before', () =>
    withTwoHosts(async (database, [first, second], sql) => {
      await write(database, 'before');
      // Both hosts lead to one server, which becomes read-only for new sessions. cut() ends the existing ones.
      await sql.query(
        `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
      );
      first.cut();
      second.cut();
      const error = await write(database, 'no').catch((reason: unknown) => reason);
      expect(error).to.have.property('trouble', 'unavailable');
      expect(error).to.have.property('message').that.includes(`127.0.0.1:${first.port}: the server does not accept writes`);
      expect(error).to.have.property('message').that.includes(`127.0.0.1:${second.port}: the server does not accept writes`);
      await sql.query(
        `do $$ begin set transaction read write; execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
      );
      await write(database, 'after');
    }));
});
