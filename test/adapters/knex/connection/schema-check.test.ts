import { expect } from 'chai';
import pg from 'pg';
import { DatabaseFailure } from '../../../../adapters/knex/index.js';
import { migrations } from '../../../../adapters/knex/migrations/index.js';
import { newSection } from '../../../contracts/support/builders.js';
import { onPostgres, withMigrated } from '../fresh-database.js';

describe('A process with an older schema version than the database', () => {
  it('stops writing, reports that once, and still reads', () =>
    onPostgres(async (url) => {
      const reported: string[] = [];
      await withMigrated({ url, tell: (problem) => reported.push(problem) }, async ({ unitOfWork, readers }) => {
        const write = (name: string) => unitOfWork.run(({ sections }) => sections.insert(newSection({ name })));
        await write('before');
        expect(reported).to.deep.equal([]);
        const sql = new pg.Client({ connectionString: url });
        await sql.connect();
        await sql.query(`insert into schema_migrations (number, name) values (${migrations.length + 1}, 'later')`);
        await sql.end();
        for (const name of ['after', 'again']) {
          const error = await write(name).catch((reason: unknown) => reason);
          expect(error).to.be.instanceOf(DatabaseFailure).with.property('trouble', 'unavailable');
          expect(await readers.sections.findByName(name)).to.equal(undefined);
        }
        expect(await readers.sections.findByName('before')).to.not.equal(undefined);
        const problem = `the database has migration ${migrations.length + 1}, this version knows ${migrations.length} only: start the later version`;
        expect(reported).to.deep.equal([problem]);
      });
    }));
});
