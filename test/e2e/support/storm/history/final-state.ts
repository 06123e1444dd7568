import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FinalState } from './history.js';

/** Reads the database directly, after all other connections have ended. */
export async function readFinalState(databaseUrl: string): Promise<FinalState> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await quiet(client);
    const rows = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> => (await client.query<T>(sql)).rows;
    return {
      sections: await rows('select id, strict_mode as "isStrict" from sections'),
      subnets: await rows(`select id, section_id as "sectionId", master_subnet_id as "masterId", network::text as cidr,
        coalesce(description, '') as mark, held_until is not null as "isHeld" from subnets where not is_folder order by id`),
      addresses: await rows(`select id, subnet_id as "subnetId", host(ip) as ip, coalesce(description, '') as mark,
        coalesce(note, '') as note, held_until is not null as "isHeld" from addresses order by id`),
      changes:
        await rows(`select object, object_id as "objectId", action, "by" = 'expired hold' as "isExpiry", differences from change_log
        where object in ('address', 'subnet') and not is_consequence order by id`),
    };
  } finally {
    await client.end();
  }
}

/** `untilFreed` waits for holds that expire within this time, in seconds. */
const short = 60;

/** Timeout of `untilFreed`, in milliseconds. The service frees expired holds periodically. */
const maxWait = 45_000;

/** Waits until the running processes have freed the short holds. @returns the holds that are late */
export async function untilFreed(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const held = (table: string, place: string): string =>
    `select ${place} as place from ${table} where held_until < (now() at time zone 'UTC') + interval '${short} s'`;
  try {
    for (const end = Date.now() + maxWait; ; await sleep(250)) {
      const { rows } = await client.query<{ place: string }>(
        `${held('addresses', 'host(ip)')} union all ${held('subnets', 'network::text')}`,
      );
      if (rows.length === 0) return [];
      if (Date.now() > end) return rows.map(({ place }) => `${place} is there, though its hold is over and nobody confirmed it`);
    }
  } finally {
    await client.end();
  }
}

/** Waits for the statements of killed processes. */
async function quiet(client: pg.Client): Promise<void> {
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;
  for (let turn = 0; turn < 300; turn++) {
    if ((await client.query(others)).rows.length === 0) return;
    await sleep(100);
  }
  throw new Error('somebody still uses the database');
}
