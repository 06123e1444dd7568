import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import pg from 'pg';
import { newKeyPair } from '../../../adapters/archive/index.js';
import { openDatabase } from '../../../adapters/knex/index.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { type EndedRun, ProgramProcess } from '../../support/processes/program-process.js';
import { runInProcess } from '../../support/processes/run-in-process.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { fillWithSamples } from '../../support/transfer/sample-register.js';

const variants = [
  ['an embedded database', createEmbeddedDatabase],
  ['a PostgreSQL server', createPostgresDatabase],
] as const;

/** Returns the text of an archive with a changed value and a matching checksum. */
function forged(text: string, from: string, to: string): string {
  const lines = text.replace(from, to).trimEnd().split('\n');
  const end = JSON.parse(lines.pop() ?? '') as object;
  const body = `${lines.join('\n')}\n`;
  return `${body}${JSON.stringify({ ...end, sha256: createHash('sha256').update(body).digest('hex') })}\n`;
}

for (const [kind, create] of variants)
  describe(`hexipam restore --verify beside ${kind}`, function () {
    this.timeout(240_000);
    let folder: TemporaryFolder;
    let database: TestDatabase;

    before(async () => {
      folder = makeTemporaryFolder();
      mkdirSync(scratch());
      database = await create();
      const opened = await openDatabase({ url: database.url, sync: false });
      if (opened.loader) await fillWithSamples(opened.loader);
      await opened.close();
      expect((await run('export', 'register.jsonl.gz')).code).to.equal(0);
    });
    after(async () => {
      await database.drop();
      folder.remove();
    });

    /** The folder for temporary files of `run`. The system's one has those of other tests, which run at the same time. */
    const scratch = (): string => join(folder.path, 'scratch');
    const run = async (...words: readonly string[]): Promise<EndedRun> => {
      const { TMPDIR } = process.env;
      process.env.TMPDIR = scratch();
      try {
        return await runInProcess(words, { databaseUrl: database.url, folder: folder.path });
      } finally {
        if (TMPDIR === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = TMPDIR;
      }
    };
    const text = (): string => gunzipSync(readFileSync(join(folder.path, 'register.jsonl.gz'))).toString();
    const inTmp = (): string[] => readdirSync(scratch()).filter((name) => name.startsWith('hexipam-verify-'));

    async function scratchDatabases(): Promise<number> {
      if (!database.url.startsWith('postgres')) return 0;
      const client = new pg.Client(database.url);
      await client.connect();
      const { rows } = await client.query(`select from pg_database where datname like 'hexipam\\_scratch%'`);
      await client.end();
      return rows.length;
    }

    it('compares counts and digests while the service runs, and leaves nothing behind', async () => {
      const before = inTmp();
      const service = await ServiceProcess.start({ databaseUrl: database.url });
      const { code, output } = await run('restore', 'register.jsonl.gz', '--verify');
      await service.stop();
      expect(output).to.match(/^\d+ rows of \d+ tables were restored into a scratch database, which is removed\n/);
      expect(output).to.contain('\ncounts and digests compared with the file\nno problems found\n');
      expect(code).to.equal(0);
      expect(inTmp()).to.deep.equal(before);
      expect(await scratchDatabases()).to.equal(0);
    });

    it('refuses a damaged file, removes the scratch database, and leaves the database as it is', async () => {
      const before = inTmp();
      writeFileSync(join(folder.path, 'cut.jsonl'), text().slice(0, -200));
      const { code, errors } = await run('restore', 'cut.jsonl', '--verify');
      expect({ code, errors: errors.replace(/^\d+ %: .*\n/gm, '') }).to.deep.equal({
        code: 1,
        errors: 'hexipam: the archive is incomplete: its last line has no line end\n',
      });
      expect(inTmp()).to.deep.equal(before);
      expect(await scratchDatabases()).to.equal(0);
      expect((await run('check')).code).to.equal(0);
    });

    it('exits with an error on a signal, and removes the scratch database', async () => {
      const temporary = join(folder.path, 'tmp');
      mkdirSync(temporary);
      const environment = { PATH: process.env.PATH ?? '', HEXIPAM_DATABASE_URL: database.url, TMPDIR: temporary };
      const program = new ProgramProcess(['restore', 'register.jsonl.gz', '--verify'], { environment, folder: folder.path });
      await program.until(async () => readdirSync(temporary).length > 0 || (await scratchDatabases()) > 0);
      program.signal('SIGTERM');
      const { code, errors } = await program.ended();
      expect(errors.trimEnd().split('\n').at(-1)).to.equal('hexipam: ended by SIGTERM; the scratch database is removed');
      expect([code, readdirSync(temporary), await scratchDatabases()]).to.deep.equal([1, [], 0]);
    });

    if (create === createEmbeddedDatabase) {
      it('removes folders of killed runs, and not those of running ones', async () => {
        const temporary = join(folder.path, 'leftovers');
        const [old, used] = ['hexipam-verify-old', 'hexipam-verify-used'].map((name) => join(temporary, name));
        for (const path of [old ?? '', used ?? '']) mkdirSync(join(path, 'data'), { recursive: true });
        utimesSync(old ?? '', 1, 1);
        const environment = { PATH: process.env.PATH ?? '', HEXIPAM_DATABASE_URL: database.url, TMPDIR: temporary };
        const words = ['restore', 'register.jsonl.gz', '--verify'];
        const { code, errors } = await new ProgramProcess(words, { environment, folder: folder.path }).ended();
        expect(code, errors).to.equal(0);
        expect(readdirSync(temporary)).to.deep.equal(['hexipam-verify-used']);
      });
      return; // the rest is the same code, and embedded scratch databases open more slowly
    }

    it('reports values that a database stores differently, with exit code 1', async () => {
      const changed = forged(text(), '"2024-05-01 10:00:00', '"2024-05-01T10:00:00');
      writeFileSync(join(folder.path, 'changed.jsonl.gz'), gzipSync(changed));
      const { code, output } = await run('restore', 'changed.jsonl.gz', '--verify', '--json');
      expect(code).to.equal(1);
      const report = JSON.parse(output);
      expect(report.differences).to.have.length(1);
      expect(report.differences[0]).to.match(/^the rows of \w+ differ from those of the archive$/);
      expect(await scratchDatabases()).to.equal(0);
    });

    it('reads an encrypted backup with its private key, and refuses it without', async () => {
      const { recipient, identity } = await newKeyPair([]);
      writeFileSync(join(folder.path, 'key.txt'), `${identity}\n`);
      process.env.HEXIPAM_BACKUP_RECIPIENTS = recipient;
      const made = await run('backup', 'encrypted', '--json');
      delete process.env.HEXIPAM_BACKUP_RECIPIENTS;
      const { file } = JSON.parse(made.output);
      expect(file).to.match(/\.jsonl\.gz\.age$/);
      expect((await run('restore', file, '--verify')).errors).to.contain(
        `${file} is encrypted: set --identity to the file with its private key`,
      );
      const { code, output } = await run('restore', file, '--verify', '--identity', 'key.txt');
      expect(output).to.contain('no problems found\n');
      expect(code).to.equal(0);
    });

    it('cannot be combined with --replace', async () => {
      expect((await run('restore', 'register.jsonl.gz', '--verify', '--replace')).code).to.equal(2);
    });
  });
