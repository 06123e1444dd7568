import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import { sharedPostgres } from '../support/global-fixtures.js';
import { createDatabase } from '../support/postgres-server.js';
import { ServiceProcess } from '../support/service-process.js';
import { DatabaseSession } from './support/database-session.js';

const shiftedClock = new URL('../support/shifted-clock.js', import.meta.url).href;

/** What the database's clock says in a time zone, as records show times. */
const timeIn = async (session: DatabaseSession, zone: string): Promise<string> =>
  (await session.rows<{ time: string }>("select to_char(now() at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as time", [zone]))[0]
    ?.time ?? '';

describe('Processes on one database whose clocks and time zones differ', function () {
  this.timeout(120_000);
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let session: DatabaseSession;
  let right: ServiceProcess;
  let ahead: ServiceProcess;

  before(async () => {
    database = await createDatabase((await sharedPostgres()).url);
    session = await DatabaseSession.open(database.url);
    right = await ServiceProcess.start({ databaseUrl: database.url, variables: { TZ: 'UTC' } });
    ahead = await ServiceProcess.start({
      databaseUrl: database.url,
      variables: { TZ: 'Asia/Tokyo', NODE_OPTIONS: `--import=${shiftedClock}`, SHIFTED_CLOCK_HOURS: '9600' },
    });
  });
  after(async () => {
    await right?.stop();
    await ahead?.stop();
    await session?.close();
    await database?.drop();
  });

  /** The edit time of a section that was just changed, between the times before and after. */
  const expectEditTime = async (client: ApiClient, zone: string): Promise<void> => {
    const id = (await client.post('/sections/', { name: `in ${zone}` })).id;
    const before = await timeIn(session, zone);
    expect((await client.patch('/sections/', { id, description: 'changed' })).status).to.equal(200);
    const after = await timeIn(session, zone);
    const { editDate } = (await client.get(`/sections/${id}/`)).record;
    expect(editDate).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const lowest = new Date(Date.parse(`${before}Z`) - 1000).toISOString().slice(0, 19).replace('T', ' ');
    expect(String(editDate) >= lowest && String(editDate) <= after, `${lowest} <= ${editDate} <= ${after}`).to.equal(true);
  };

  it('write edit times by the clock of the database, each in its own time zone', async () => {
    const client = await right.signIn();
    await expectEditTime(client, 'UTC');
    const other = await ahead.signIn();
    await expectEditTime(other, 'Asia/Tokyo');
    client.close();
    other.close();
  });

  it('let in and keep the tokens of each other', async () => {
    const first = await right.signIn();
    const second = await ahead.signIn(); // clears away tokens that have ended
    for (const [service, { token = '' }] of [
      [ahead, first],
      [right, first],
      [right, second],
    ] as const) {
      const client = service.client({ token });
      expect((await client.get('/sections/')).status).to.be.oneOf([200, 404]);
      client.close();
    }
    const { expires } = (await second.get('/user/token/')).record;
    expect(Date.parse(`${expires}Z`) - Date.parse(`${await timeIn(session, 'Asia/Tokyo')}Z`)).to.be.within(
      21_000_000,
      21_600_000,
    );
    first.close();
    second.close();
  });
});
