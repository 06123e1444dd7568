import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { accessOf, UsageError } from '../../adapters/cli/index.js';
import { readBounded } from '../../config/settings/environment.js';
import { type MySqlWriter, startMySqlCounterpart } from '../support/counterparts/mysql-counterpart.js';
import { errorOf } from '../support/outcome/error-of.js';
import { ProgramProcess } from '../support/processes/program-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

const tables = ['sections', 'subnets', 'ipaddresses', 'users'];

/** Answers with an endless table of sections. */
async function statement(sql: string, server: MySqlWriter): Promise<void> {
  const names = ['id', 'name'];
  if (sql.includes('information_schema.tables'))
    server.rows(
      names,
      tables.map((name) => [name, '1']),
    );
  else if (sql.includes('information_schema.columns')) server.rows([...names, 'c', 'd'], [['id', 'int', 'NO', null]]);
  else if (sql.startsWith('select *')) {
    server.columns(names.slice(0, 1));
    for (let id = 1; !server.socket.destroyed; id++) {
      server.packet(Buffer.from(`\x01${id % 10}`));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  } else server.ok();
}

describe('An import from a phpIPAM', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;

  before(() => {
    folder = makeTemporaryFolder();
  });
  after(() => folder.remove());

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`ends immediately on ${signal} while a database sends endless rows`, async () => {
      let isReading = false;
      const server = await startMySqlCounterpart({
        statement: (sql, writer) => {
          isReading ||= sql.startsWith('select *');
          return statement(sql, writer);
        },
      });
      const environment = { PATH: process.env.PATH ?? '', HEXIPAM_DATABASE_URL: 'pglite:', HEXIPAM_IMPORT_PASSWORD: 'secret' };
      const source = `mysql://reader@127.0.0.1:${server.port}/phpipam`;
      const run = new ProgramProcess(['import', 'phpipam', source], { environment, folder: folder.path });
      try {
        await run.until(() => isReading);
        run.signal(signal);
        await run.ended();
        expect(run.signalCode).to.equal(signal);
      } finally {
        await run.kill();
        await server.close();
      }
    });

  it('reads the password from a file, standard input or the environment', async () => {
    const file = join(folder.path, 'password');
    writeFileSync(file, 'of the file\nmore\n');
    async function* lines() {
      yield 'of the input\n';
    }
    const input = Object.assign(lines(), { setEncoding: () => {} });
    expect(await accessOf({ passwordFile: file }, 'other', input, readBounded)).to.include({ password: 'of the file' });
    expect(await accessOf({ passwordFile: '-' }, 'other', input, readBounded)).to.include({ password: 'of the input' });
    expect(await accessOf({}, 'other', input, readBounded)).to.include({ password: 'other' });
    expect(await accessOf({}, null, input, readBounded)).to.deep.equal({ password: undefined, tls: undefined });
    expect(await accessOf({ tls: true }, null, input, readBounded)).to.deep.equal({ password: undefined, tls: {} });
    expect(await accessOf({ tlsCa: file }, null, input, readBounded)).to.deep.include({ tls: { ca: 'of the file\nmore\n' } });
    const refused = await errorOf(accessOf({ tlsCa: join(folder.path, 'none') }, null, input, readBounded), UsageError);
    expect(refused.message).to.match(/--tls-ca names a file that cannot be read/);
  });

  it('does not read endless settings files', () => {
    expect(() => readBounded('/dev/zero', 100_000)).to.throw('/dev/zero has more than 100000 bytes');
    expect(readBounded('/dev/null')).to.equal('');
  });
});
