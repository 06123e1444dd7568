import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { DatabaseSession } from './support/database-session.js';
import { tally } from './support/races/fleet.js';

const password = 'end-to-end password';
const open = { permission: 'admin', security: 'none' };
const provisioning = {
  users: [{ username: 'Admin', password, role: 'Administrator' }],
  apps: [
    { id: 'free', ...open },
    { id: 'locked', ...open, lock: { enabled: true, waitSeconds: 60 } },
    { id: 'hasty', ...open, lock: { enabled: true, waitSeconds: 1 } },
  ],
};

/** A trigger that delays each new section and records its start and end. Names with the prefix `slow` take 30 s. */
const watch = `
  create table watched (id bigserial, began timestamptz, ended timestamptz);
  create function watch() returns trigger language plpgsql as $$
  declare began timestamptz := clock_timestamp();
  begin
    perform pg_sleep(case when new.name like 'slow%' then 30 else 0.02 end);
    insert into watched (began, ended) values (began, clock_timestamp());
    return new;
  end $$;
  create trigger watch before insert on sections for each row execute function watch()`;

const overlaps = `
  select count(*)::int as count from watched a join watched b on a.id < b.id and a.began < b.ended and b.began < a.ended`;

const lease = "select 1 from app_leases where app_id = 'hasty' and holder is not null";

describe('An application with a lock, served by two processes on one PostgreSQL database', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let session: DatabaseSession;
  let services: ServiceProcess[] = [];
  let clients: ApiClient[] = [];
  let sections = 0;

  before(async () => {
    folder = makeTemporaryFolder();
    const file = join(folder.path, 'provision.json');
    writeFileSync(file, JSON.stringify(provisioning));
    database = await createPostgresDatabase();
    const options = { databaseUrl: database.url, variables: { HEXIPAM_PROVISION: file } };
    for (let i = 0; i < 2; i++) services.push(await ServiceProcess.start(options));
    clients = await Promise.all(services.map((service) => service.signIn({ app: 'free', password })));
    session = await DatabaseSession.open(database.url);
    await session.rows(watch);
  });

  after(async () => {
    for (const client of clients) client.close();
    await session?.close();
    await Promise.all(services.map((service) => service.kill9()));
    await database?.drop();
    folder?.remove();
  });

  const create = (process: number, app: string, name = `section ${++sections}`) => {
    const client = (clients[process] as ApiClient).with({ app });
    return client.post('/sections/', { name }).finally(() => client.close());
  };
  /** Creates sections at both processes at once. @returns how many pairs of creations overlapped */
  const overlapsOf = async (app: string): Promise<number> => {
    await session.rows('delete from watched');
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => create(index % 2, app)));
    expect(tally(answers)).to.deep.equal({ 201: 40 });
    return (await session.rows<{ count: number }>(overlaps))[0]?.count ?? -1;
  };

  it('writes one after another, while writes of other applications overlap', async () => {
    expect(await overlapsOf('free')).to.be.greaterThan(0);
    expect(await overlapsOf('locked')).to.equal(0);
  });

  it('continues eight seconds after its writing process was killed, and returns 503 before', async () => {
    const lost = create(0, 'hasty', 'slow hasty').catch(() => 'lost');
    while ((await session.rows(lease)).length === 0) await delay(20);
    expect((await create(1, 'hasty')).summary).to.equal('503 Cannot obtain lock for hasty after 1 seconds');
    await services[0]?.kill9();
    services = services.slice(1);
    expect(await lost).to.equal('lost');
    expect((await create(1, 'hasty')).summary).to.equal('503 Cannot obtain lock for hasty after 1 seconds');
    expect(await session.rows(`${lease} and until > now() + interval '8 seconds'`)).to.deep.equal([]);
    await session.rows("update app_leases set until = until - interval '8 seconds' where app_id = 'hasty'"); // time passes
    expect((await create(1, 'hasty')).summary).to.equal('201');
  });
});
