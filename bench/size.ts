import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '../test/support/databases/postgres-server.js';
import { ProgramProcess } from '../test/support/processes/program-process.js';
import { ServiceProcess } from '../test/support/processes/service-process.js';
import { makeTemporaryFolder } from '../test/support/temporary-folder.js';
import { ProcessMemory } from './process-memory.js';
import { median } from './rounds.js';
import type { SqlSession } from './sql-session.js';
import type { Stage } from './stage.js';

/** Size of an index, and number of its scans in this run. */
export interface IndexSize {
  readonly name: string;
  readonly bytesPerAddress: number;
  readonly reads: number;
}

/** Figures that depend, or should not depend, on the amount of stored data. */
export interface SizeCost {
  /** Seconds until the service listens, with this database and with an empty one. */
  readonly start: number;
  readonly emptyStart: number;
  /** Duration of `hexipam check` in seconds. */
  readonly checkSeconds: number;
  /** Maximum memory of `hexipam check` in MiB. */
  readonly checkMemory: number;
  readonly addresses: number;
  /** Size of the whole database in bytes. */
  readonly database: number;
  /** Size of the address table without its indexes in bytes. */
  readonly table: number;
  /** Indexes of the address table, the largest first. */
  readonly indexes: readonly IndexSize[];
}

/** Name of this measurement for --only. */
export const sizeName = 'size';

/** Targets: maximum seconds and MiB of `hexipam check`, and maximum additional start time compared with an empty database. */
export const maxCheckSeconds = 600;
export const maxCheckMemory = 512;
export const maxStartShare = 1.2;

/** Number of starts of which the median is reported. */
const starts = 5;

/** Measures the cost of a full database outside of requests. @param session of its server */
export async function measureSize(stage: Stage, session: SqlSession): Promise<SizeCost> {
  const empty = await createDatabase(stage.databaseUrl);
  try {
    await (await ServiceProcess.start({ databaseUrl: empty.url })).stop();
    const times: (readonly [number, number])[] = [];
    for (let turn = 0; turn < starts; turn++) times.push([await startTime(stage.databaseUrl), await startTime(empty.url)]);
    const check = await runCheck(stage.databaseUrl);
    return {
      start: median(times.map(([full]) => full)),
      emptyStart: median(times.map(([, none]) => none)),
      ...check,
      ...(await storedSizes(session)),
    };
  } finally {
    await empty.drop();
  }
}

async function startTime(databaseUrl: string): Promise<number> {
  const startedAt = performance.now();
  const service = await ServiceProcess.start({ databaseUrl, nodeFlags: [] });
  const seconds = (performance.now() - startedAt) / 1000;
  await service.stop();
  return seconds;
}

/** @throws Error with its output if it has findings */
async function runCheck(databaseUrl: string): Promise<Pick<SizeCost, 'checkSeconds' | 'checkMemory'>> {
  const folder = makeTemporaryFolder();
  const environment = { ...process.env, HEXIPAM_DATABASE_URL: databaseUrl };
  const startedAt = performance.now();
  const run = new ProgramProcess(['check'], { folder: folder.path, environment });
  const ended = run.ended();
  const memory = new ProcessMemory(run.pid);
  let peak = 0;
  const isOver = (): Promise<boolean> => Promise.race([ended.then(() => true), delay(100, false)]);
  while (!(await isOver())) if (memory.peak > peak) peak = memory.peak;
  const { code, errors, output } = await ended;
  folder.remove();
  if (code !== 0) throw new Error(`hexipam check ended with ${code}:\n${output}${errors}`);
  return { checkSeconds: (performance.now() - startedAt) / 1000, checkMemory: peak };
}

async function storedSizes(session: SqlSession): Promise<Pick<SizeCost, 'addresses' | 'database' | 'table' | 'indexes'>> {
  const [sizes] = await session.rows(
    'stored_sizes',
    `select (select count(*) from addresses) as addresses, pg_database_size(current_database()) as database,
     pg_table_size('addresses') as "table"`,
    [],
  );
  const addresses = Number(sizes?.addresses);
  const indexes = await session.rows(
    'stored_indexes',
    `select indexrelname as name, pg_relation_size(indexrelid) as bytes, idx_scan as reads from pg_stat_user_indexes
     where schemaname = 'public' and relname = 'addresses' order by bytes desc`,
    [],
  );
  return {
    addresses,
    database: Number(sizes?.database),
    table: Number(sizes?.table),
    indexes: indexes.map(({ name, bytes, reads }) => ({
      name: String(name),
      bytesPerAddress: Number(bytes) / addresses,
      reads: Number(reads),
    })),
  };
}
