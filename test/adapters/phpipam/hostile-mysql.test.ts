import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type MySqlAccess, phpIpamDatabase } from '../../../adapters/phpipam/index.js';
import { MySqlSource } from '../../../adapters/phpipam/mysql-source.js';
import { BoundedRows, usualRowLimits } from '../../../adapters/phpipam/row-bounds.js';
import type { RowSink } from '../../../adapters/phpipam/rows.js';
import type { SourceError } from '../../../application/ports/register.js';
import {
  type MySqlManner,
  type MySqlWriter,
  type Statements,
  startMySqlCounterpart,
} from '../../support/counterparts/mysql-counterpart.js';
import { type Manner, manners, sendEndlessly, sendSlowly, startCounterpart } from '../../support/counterparts/tcp-counterpart.js';

const limits = { maxAnswerBytes: 1_000_000, answerTimeoutMs: 1_000, totalTimeoutMs: 3_000, bytesPerMs: 1_000_000 };
const everything = { definitions: true };
const tables = ['sections', 'subnets', 'ipaddresses', 'users'];
const columnNames = ['column_name', 'column_type', 'is_nullable', 'column_default'];

/** Answers like a small phpIPAM, except for statements that `other` answers. */
const phpIpam =
  (other: (sql: string, server: MySqlWriter) => Promise<void> | undefined): Statements =>
  (sql, server) => {
    const answered = other(sql, server);
    if (answered) return answered;
    if (sql.includes('information_schema.tables'))
      server.rows(
        ['a', 'b'],
        tables.map((name) => [name, '1']),
      );
    else if (sql.includes('information_schema.columns'))
      server.rows(columnNames, [
        ['id', 'int', 'NO', null],
        ['name', 'text', 'YES', null],
      ]);
    else if (/^select count/i.test(sql)) server.rows(['count'], [['1']]);
    else if (/^select \*/i.test(sql)) server.rows(['id', 'name'], [['1', 'one']]);
    else server.ok();
    return undefined;
  };

const seen: string[] = [];
const sink: RowSink = {
  table: (name, columns) => void seen.push(`${name}: ${columns.map((column) => column.name).join(' ')}`),
  rows: async (table, _, rows) => void seen.push(`${table} ${rows.length}`),
  skipped: () => {},
};

describe('A MySQL server that is hostile or broken', () => {
  /** Reads everything from a server. @returns the problem, or 'none' */
  async function problemOf(port: number, access: MySqlAccess = { limits }): Promise<string> {
    seen.length = 0;
    const url = `mysql://reader:secret@127.0.0.1:${port}/phpipam`;
    const source = new BoundedRows(new MySqlSource(url, access), {
      ...usualRowLimits,
      maxHeldRows: 100_000,
      maxPassingRows: 200_000,
    });
    try {
      await source.read(() => everything.definitions, sink);
      return 'none';
    } catch (error) {
      return `${(error as SourceError).name}: ${(error as SourceError).message}`;
    } finally {
      await source.close();
    }
  }

  async function problemWith(manner: MySqlManner, access?: MySqlAccess): Promise<string> {
    const server = await startMySqlCounterpart(manner);
    try {
      return await problemOf(server.port, access);
    } finally {
      await server.close();
    }
  }

  const problemAt = (start: string, answer: (server: MySqlWriter) => Promise<void>, access?: MySqlAccess): Promise<string> =>
    problemWith({ statement: phpIpam((sql, server) => (sql.includes(start) ? answer(server) : undefined)) }, access);

  it('is read when it is sound, with a password that is not in the URL', async () => {
    expect(await problemWith({ statement: phpIpam(() => undefined) }, { limits, password: 'other' })).to.equal('none');
    expect(seen).to.deep.equal(tables.flatMap((name) => [`${name}: id name`, `${name} 1`]));
  });

  const errorPrefix = 'SourceError: the database cannot be read: ';
  const tooLong = `${errorPrefix}it sent more than 1000000 bytes without a complete row`;
  const silent = `${errorPrefix}it has sent no complete answer for 1 s`;

  for (const [name, manner, expected] of [
    ['closes at once', manners.closing, /it has closed the connection/],
    ['resets at once', manners.resetting, /it has closed the connection/],
    ['sends garbage', manners.garbage, /^SourceError: the database cannot be read: /],
    ['sends endless data', manners.endless, /^SourceError: the database cannot be read: /],
    ['is silent', manners.silent, /it has sent no complete answer for 1 s/],
    ['sends slowly', manners.slow, /it has sent no complete answer for 1 s/],
  ] as const satisfies readonly (readonly [string, Manner, RegExp])[])
    it(`is refused with one sentence if it ${name} before it answers`, async () => {
      const server = await startCounterpart(manner);
      expect(await problemOf(server.port)).to.match(expected);
      expect(server.sentBytes()).to.be.below(20_000_000);
      await server.close();
    });

  it('is refused for an endless row, in any list', async () => {
    for (const start of ['information_schema.tables', 'information_schema.columns', 'select *', 'set time_zone'])
      expect(
        await problemAt(start, async (server) => {
          server.columns(['id', 'name']);
          server.socket.write(Buffer.of(255, 255, 255, 5));
          await sendEndlessly(server.socket, Buffer.alloc(65_536, 0xff));
        }),
        start,
      ).to.equal(tooLong);
  });

  it('is refused for endless rows', async () => {
    const endless = async (server: MySqlWriter): Promise<void> => {
      server.columns(['id', 'name']);
      await server.endlessRows((index) => [String(index), 'x']);
    };
    const patient = { limits: { ...limits, totalTimeoutMs: 60_000 } }; // the rows are read in less, also on a busy machine
    expect(await problemAt('`sections`', endless, patient)).to.equal(
      'SourceError: there are more than 100000 rows, not counting addresses and history (exceeded in sections)',
    );
    expect(await problemAt('`ipaddresses`', endless, patient)).to.equal(
      'SourceError: the table ipaddresses has more than 200000 rows',
    );
  });

  it('is refused for endless lists of tables and of columns', async () => {
    const rows = async (server: MySqlWriter, width: number): Promise<void> => {
      server.columns(columnNames.slice(0, width));
      await server.endlessRows((index) => [`t${index}`, ...Array(width - 1).fill('1')]);
    };
    expect(await problemAt('information_schema.tables', (server) => rows(server, 2))).to.equal(
      'SourceError: the database has more than 1000 tables',
    );
    expect(await problemAt('information_schema.columns', (server) => rows(server, 4))).to.equal(
      'SourceError: the database has more than 4096 columns in a table',
    );
  });

  it('is refused when it sends slowly, or falls silent within a list', async () => {
    expect(
      await problemAt('select *', (server) => {
        server.columns(['id', 'name']);
        return sendSlowly(server.socket, Buffer.concat([Buffer.of(255, 255, 0, 5), Buffer.alloc(10_000, 'x')]), 20);
      }),
    ).to.equal(silent);
    expect(await problemAt('information_schema.columns', async () => {})).to.equal(silent);
  });

  it('is refused when each row arrives in time, but all of them are too slow', async () => {
    const problem = await problemAt('select *', async (server) => {
      server.columns(['id', 'name']);
      for (let index = 0; index < 100 && !server.socket.destroyed; index++) {
        server.socket.write(server.framed(Buffer.from([1, 49, 1, 49])));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    expect(problem).to.equal(`${errorPrefix}it sends too slowly`);
  });

  it('causes an error of one sentence when it breaks off, or sends no valid answer', async () => {
    const broken = { cut: /closed the connection/, order: /out of order/, short: /^SourceError: / } as const;
    expect(await problemAt('select *', async (server) => void server.socket.end())).to.match(broken.cut);
    expect(await problemAt('select *', async (server) => void server.socket.write(Buffer.of(1, 0, 0, 77, 1)))).to.match(
      broken.order,
    );
    expect(
      await problemAt('select *', async (server) => {
        server.columns(['id', 'name']);
        server.packet(Buffer.of(200, 1, 2));
      }),
    ).to.match(broken.short);
  });

  it('gets no file of this machine on request', async () => {
    const got: Buffer[] = [];
    await problemAt('select *', async (server) => {
      server.packet(Buffer.from('\xfb/etc/passwd', 'latin1'));
      const sent = await server.next();
      if (sent) got.push(sent);
      server.socket.destroy();
    });
    expect(Buffer.concat(got).toString()).to.equal('');
  });

  it('has no control characters of its error texts in the problem', async () => {
    const problem = await problemAt('select *', async (server) =>
      server.error(1064, '\x1b]0;owned\x07\x1b[31mred\r\nhexipam: all is well\u202e'),
    );
    expect(problem).to.equal(`${errorPrefix} ]0;owned [31mred hexipam: all is well `);
  });

  it('may have columns with any name', async () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '`); drop'];
    const statement = phpIpam((sql, server) => {
      if (sql.includes('information_schema.columns'))
        server.rows(
          columnNames,
          names.map((name) => [name, 'text', 'YES', null]),
        );
      else if (sql.startsWith('select *')) server.rows(names, [names]);
      else return undefined;
      return Promise.resolve();
    });
    expect(await problemWith({ statement })).to.equal('none');
    expect(seen[0]).to.equal(`sections: ${names.join(' ')}`);
  });

  it('gets no password encrypted with a key of its own', async () => {
    for (const plugin of ['caching_sha2_password', 'sha256_password']) {
      const got: Buffer[] = [];
      const signIn = async (server: MySqlWriter): Promise<void> => {
        server.packet(Buffer.concat([Buffer.of(0xfe), Buffer.from(`${plugin}\0${'s'.repeat(20)}\0`)]));
        got.push((await server.next()) ?? Buffer.alloc(0));
        if (plugin === 'caching_sha2_password') {
          server.packet(Buffer.of(1, 4));
          got.push((await server.next()) ?? Buffer.alloc(0));
        }
        server.packet(Buffer.concat([Buffer.of(1), Buffer.from('-----BEGIN PUBLIC KEY-----\n')]));
        const sent = await server.next();
        if (sent) got.push(sent);
      };
      expect(await problemWith({ signIn, plugin, statement: () => {} })).to.match(/a key that cannot be verified: use --tls/);
      expect(
        got.map(({ length }) => length),
        plugin,
      ).to.deep.equal(plugin === 'sha256_password' ? [1] : [32, 1]);
      expect(Buffer.concat(got).includes('secret')).to.equal(false);
    }
  });

  it('gets no password in clear, and nothing without TLS if TLS is required', async () => {
    const signIn = async (server: MySqlWriter): Promise<void> => {
      server.packet(Buffer.concat([Buffer.of(0xfe), Buffer.from('mysql_clear_password\0')]));
      await server.next();
    };
    expect(await problemWith({ signIn, statement: () => {} })).to.match(/mysql_clear_password/);
    expect(await problemWith({ statement: () => {} }, { limits, tls: {} })).to.equal(`${errorPrefix}it has no TLS`);
  });

  it('needs a certificate of a trusted authority if TLS is required', async () => {
    const pem = (name: string): Buffer => readFileSync(new URL(`../../../../test/support/tls/${name}.pem`, import.meta.url));
    const tls = { key: pem('key'), cert: pem('certificate') };
    const statement = phpIpam(() => undefined);
    expect(await problemWith({ tls, statement }, { limits, tls: {} })).to.match(/self.signed certificate/);
    expect(await problemWith({ tls, statement }, { limits, tls: { ca: String(tls.cert) } })).to.equal('none');
    const endless = phpIpam((sql, server) =>
      sql.startsWith('select *') ? sendEndlessly(server.socket, Buffer.alloc(65_536, 0xff)) : undefined,
    );
    expect(await problemWith({ tls, statement: endless }, { limits, tls: { ca: String(tls.cert) } })).to.match(/^SourceError: /);
  });

  it('does not delay the close of an import by an endless answer', async () => {
    const server = await startMySqlCounterpart({
      statement: phpIpam((sql) => (sql.startsWith('select *') ? Promise.resolve() : undefined)),
    });
    const register = phpIpamDatabase(`mysql://reader:secret@127.0.0.1:${server.port}/phpipam`);
    const reading = register
      .read(new Set(['section']), { fields: () => {}, records: async () => {}, lost: () => {} })
      .catch((error: Error) => error.name);
    setTimeout(() => void register.close?.(), 50);
    expect(await reading).to.equal('SourceError');
    await server.close();
  });
});
