import { expect } from 'chai';
import { openDatabase } from '../../../adapters/knex/index.js';
import { RandomTokenSource, ScryptPasswordHasher } from '../../../adapters/system/index.js';
import { Administration } from '../../../application/access/administration/administration.js';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { enterTimeZone } from '../../support/time/time-zone.js';
import { DatabaseSession } from '../support/database-session.js';

const shiftedClock = new URL('../../support/time/shifted-clock.js', import.meta.url).href;

/** Returns the time of the database clock in a time zone, formatted as in records. */
const timeIn = async (session: DatabaseSession, zone: string): Promise<string> =>
  (await session.rows<{ time: string }>("select to_char(now() at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as time", [zone]))[0]
    ?.time ?? '';

/** Prunes the history to one day, as a process in the given time zone. */
async function pruneIn(zone: string, url: string): Promise<void> {
  const leave = enterTimeZone(zone);
  const { readers, unitOfWork, clock, close } = await openDatabase({ url });
  try {
    const administration = new Administration(readers, unitOfWork, clock, new ScryptPasswordHasher(), new RandomTokenSource());
    await administration.provision({ settings: { changeLogDays: 1 } });
    await administration.pruneChangeLog();
  } finally {
    await close();
    leave();
  }
}

describe('Processes on one database with different clocks and time zones', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let session: DatabaseSession;
  let right: ServiceProcess;
  let ahead: ServiceProcess;

  before(async () => {
    database = await createPostgresDatabase();
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

  /** Changes a section, and expects its edit time between the database times before and after, within 2 s. */
  const expectEditTime = async (client: ApiClient, zone: string): Promise<void> => {
    const id = (await client.post('/sections/', { name: `in ${zone}` })).id;
    const before = await timeIn(session, zone);
    expect((await client.patch('/sections/', { id, description: 'changed' })).status).to.equal(200);
    const after = await timeIn(session, zone);
    const { editDate } = (await client.get(`/sections/${id}/`)).record;
    expect(editDate).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    // On a busy machine, responses of the database take seconds, and the estimate of its clock is as inexact.
    const shifted = (time: string, seconds: number): string =>
      new Date(Date.parse(`${time}Z`) + 1000 * seconds).toISOString().slice(0, 19).replace('T', ' ');
    const [lowest, highest] = [shifted(before, -2), shifted(after, 2)];
    expect(String(editDate) >= lowest && String(editDate) <= highest, `${lowest} <= ${editDate} <= ${highest}`).to.equal(true);
  };

  it('write edit times by the clock of the database, each in its own time zone', async () => {
    const client = await right.signIn();
    await expectEditTime(client, 'UTC');
    const other = await ahead.signIn();
    await expectEditTime(other, 'Asia/Tokyo');
    client.close();
    other.close();
  });

  it('show writes of each other at the same instant, each in its own time zone', async () => {
    const [inUtc, inTokyo] = [await right.signIn(), await ahead.signIn()];
    const sectionId = (await inUtc.post('/sections/', { name: 'both' })).id;
    const subnetId = (await inUtc.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
    for (const [writer, reader, ip, written, read, ahead] of [
      [inUtc, inTokyo, '10.0.0.1', '2024-07-01 20:00:00', '2024-07-02 05:00:00', 9],
      [inTokyo, inUtc, '10.0.0.2', '2024-07-01 05:00:00', '2024-06-30 20:00:00', -9],
    ] as const) {
      const never = (await writer.post('/addresses/', { subnetId, ip: `${ip}0` })).id;
      const id = (await writer.post('/addresses/', { subnetId, ip, lastSeen: written })).id;
      await writer.patch(`/addresses/${id}/`, { hostname: 'seen' });
      const own = (await writer.get(`/addresses/${id}/`)).record;
      const others = (await reader.get(`/addresses/${id}/`)).record;
      expect([own.lastSeen, others.lastSeen]).to.deep.equal([written, read]);
      expect(Date.parse(`${others.editDate}Z`) - Date.parse(`${own.editDate}Z`)).to.equal(ahead * 3_600_000);
      expect((await reader.get(`/addresses/${never}/`)).record.lastSeen).to.equal('1970-01-01 00:00:01');
      const dates = async (client: ApiClient) =>
        (await client.get(`/addresses/${id}/changelog/`)).records.map(({ date }) => date);
      const [ownDates, othersDates] = [await dates(writer), await dates(reader)];
      expect(othersDates.map((date, index) => Date.parse(`${date}Z`) - Date.parse(`${ownDates[index]}Z`))).to.deep.equal(
        [ahead, ahead].map((hours) => hours * 3_600_000),
      );
      expect((await reader.patch(`/addresses/${id}/`, { ...others, note: 'written back' })).summary).to.equal('200');
      expect((await writer.get(`/addresses/${id}/`)).record).to.include({ note: 'written back', lastSeen: written });
    }
    inUtc.close();
    inTokyo.close();
  });

  it('delete only history older than the retention time, in any time zone', async () => {
    const entries = async (): Promise<number> => (await session.rows('select id from change_log')).length;
    await pruneIn('UTC', database.url); // sets the retention time, which adds an entry to the history
    for (const [zone, hours, isKept] of [
      ['Pacific/Kiritimati', 23, true],
      ['Pacific/Pago_Pago', 23, true],
      ['Pacific/Kiritimati', 25, false],
      ['Pacific/Pago_Pago', 25, false],
    ] as const) {
      for (const service of [right, ahead]) (await service.signIn()).close(); // adds an entry to the history
      await session.rows(`update change_log set at = at - $1 * interval '1 hour'`, [hours]);
      const before = await entries();
      expect(before).to.be.above(0);
      await pruneIn(zone, database.url);
      expect(await entries(), `${hours} hours in ${zone}`).to.equal(isKept ? before : 0);
      await session.rows(`update change_log set at = at + $1 * interval '1 hour'`, [hours]);
    }
  });

  it('accept and retain the tokens of each other', async () => {
    const first = await right.signIn();
    const second = await ahead.signIn(); // deletes expired tokens
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
