import { expect } from 'chai';
import { type Database, DatabaseFailure, openDatabase } from '../../../../adapters/knex/index.js';
import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import { IpamError } from '../../../../domain/errors.js';
import { newNetwork, newSection, newUser } from '../../../contracts/support/builders.js';
import type { TestDatabase } from '../../../support/databases/postgres-server.js';
import { createEmbeddedDatabase } from '../../../support/databases/prepared-databases.js';
import { onPostgres, withEmbedded, withMigrated } from '../fresh-database.js';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const transient = (): DatabaseFailure => new DatabaseFailure('try again', { code: '40001' });

const entry: Omit<ChangeEntry, 'at' | 'objectId'> = {
  object: 'section',
  objectName: null,
  action: 'add',
  differences: [],
  userId: null,
  by: 'nobody',
  appId: null,
  clientAddress: null,
};

describe('A unit of work in a database', () => {
  let shared: TestDatabase;
  let embedded: Database;
  before(async () => {
    shared = await createEmbeddedDatabase();
    embedded = await openDatabase({ url: shared.url, sync: false });
  });
  after(async () => {
    await embedded.close();
    await shared.drop();
  });

  it('runs again after a deadlock', async function () {
    this.timeout(60_000);
    await onPostgres((url) =>
      withMigrated({ url }, async ({ unitOfWork, readers }) => {
        let runs = 0;
        let locked = 0;
        let cross = (): void => {};
        const bothLocked = new Promise<void>((resolve) => {
          cross = resolve;
        });
        const crossing = (first: number, second: number) =>
          unitOfWork.run(async ({ catalog }) => {
            runs++;
            await catalog.update('tag', first, { bgcolor: `#${runs}` }, {});
            if (++locked === 2) cross();
            await bothLocked;
            await catalog.update('tag', second, { fgcolor: `#${runs}` }, {});
          });
        await Promise.all([crossing(1, 2), crossing(2, 1)]);
        expect(runs).to.be.above(2);
        expect((await readers.catalog.find('tag', 1))?.values.fgcolor).to.match(/^#\d+$/);
        expect((await readers.catalog.find('tag', 2))?.values.fgcolor).to.match(/^#\d+$/);
      }),
    );
  });

  it('runs again a limited number of times', async () => {
    let runs = 0;
    const work = embedded.unitOfWork.run(async () => {
      runs++;
      throw transient();
    });
    expect(await failure(work)).to.be.instanceOf(DatabaseFailure);
    expect(runs).to.equal(10);
  });

  it('stores nothing of the failed runs', async () => {
    let runs = 0;
    await embedded.unitOfWork.run(async ({ sections }) => {
      await sections.insert(newSection({ name: `Run ${++runs}` }));
      if (runs < 3) throw transient();
    });
    expect(await embedded.readers.sections.findByName('Run 2')).to.equal(undefined);
    expect(await embedded.readers.sections.findByName('Run 3')).to.not.equal(undefined);
  });

  it('fails when it ignores a failed statement, since nothing of it could be stored', async () => {
    const work = embedded.unitOfWork.run(async ({ sections, subnets }) => {
      const id = await sections.insert(newSection({ name: 'Lost' }));
      await failure(subnets.insert(newNetwork(id, '10.0.0.0/8', { vlanId: 77 })));
    });
    expect(await failure(work))
      .to.be.instanceOf(IpamError)
      .with.property('code', 'field.reference');
    expect(await embedded.readers.sections.findByName('Lost')).to.equal(undefined);
  });

  it('fails in an embedded database when its code runs a statement outside of the unit of work', () =>
    withEmbedded(
      async ({ unitOfWork, readers }) => {
        const work = unitOfWork.run(async ({ sections }) => {
          await sections.findByName('any');
          await readers.sections.findByName('any');
        });
        expect(await failure(work))
          .to.be.instanceOf(DatabaseFailure)
          .with.property('message')
          .that.includes('timeout while waiting for a database connection');
        expect(await readers.sections.findByName('any')).to.equal(undefined);
      },
      { acquireTimeout: 200 },
    ));

  for (const database of ['PostgreSQL', 'PGlite'] as const) {
    it(`fails and stores nothing when a statement fails that is not awaited, in ${database}`, async () => {
      const test = ({ unitOfWork, readers }: Database) =>
        failure(
          unitOfWork.run(async ({ sections, changeLog }) => {
            const objectId = await sections.insert(newSection({ name: 'Unrecorded' }));
            await changeLog.append({ ...entry, objectId, at: 'no time at all' });
          }),
        ).then(async (error) => {
          expect(error).to.be.instanceOf(DatabaseFailure);
          expect(await readers.sections.findByName('Unrecorded')).to.equal(undefined);
        });
      await (database === 'PGlite' ? test(embedded) : onPostgres((url) => withMigrated({ url }, test)));
    });
  }

  it('omits the values of statements from its errors, since they may be secret', () =>
    onPostgres((url) =>
      withMigrated({ url }, async ({ unitOfWork }) => {
        const add = () => unitOfWork.run(({ users }) => users.insert(newUser({ username: 'twice' }), 'secret'));
        await add();
        const error = await failure(add());
        expect(error).to.be.instanceOf(DatabaseFailure).with.property('message').that.does.not.include('secret');
      }),
    ));
});
