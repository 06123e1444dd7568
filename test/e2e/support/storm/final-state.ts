import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FinalState } from './history.js';

/** Reads what a database holds, past the service, once nobody else uses it any more. */
export async function readFinalState(databaseUrl: string): Promise<FinalState> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await quiet(client);
    const rows = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> => (await client.query<T>(sql)).rows;
    return {
      sections: await rows('select id, strict_mode as "isStrict" from sections'),
      subnets: await rows(`select id, section_id as "sectionId", master_subnet_id as "masterId", network::text as cidr,
        coalesce(description, '') as mark from subnets where not is_folder order by id`),
      addresses: await rows(`select id, subnet_id as "subnetId", host(ip) as ip, coalesce(description, '') as mark,
        coalesce(note, '') as note from addresses order by id`),
      changes: await rows(`select object, object_id as "objectId", action, differences from change_log
        where object in ('address', 'subnet') and not is_consequence order by id`),
    };
  } finally {
    await client.end();
  }
}

/** Waits for the statements that killed processes have left behind. */
async function quiet(client: pg.Client): Promise<void> {
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;
  for (let turn = 0; turn < 300; turn++) {
    if ((await client.query(others)).rows.length === 0) return;
    await sleep(100);
  }
  throw new Error('somebody still uses the database');
}
