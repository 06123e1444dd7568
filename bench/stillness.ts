import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, familyOf } from './process-family.js';
import { ticksOf } from './processor-time.js';
import type { SqlSession } from './sql-session.js';

/** Maximum processor use of an idle process in ticks of 10 ms, and the duration of its measurement. */
const idleTicks = 3;
const query = 150;

/** Milliseconds after which a process that never becomes idle is ignored. */
const maxWait = 60_000;

/**
 * Waits until work that was requested in the last round is complete, because it would slow down the next measurement.
 * @param pids processes that must become idle, with their descendants
 * @param session of the server that they share, if there is one, which must execute no statement
 */
export async function waitForStillness(pids: readonly number[], session: SqlSession | undefined): Promise<void> {
  const end = Date.now() + maxWait;
  do {
    const family = pids.flatMap(familyOf);
    const before = family.map(ticks);
    await sleep(query);
    const isResting = family.map(ticks).every((now, index) => now - (before[index] ?? 0) <= idleTicks);
    if (isResting && !(await runsStatements(session))) return;
  } while (Date.now() < end);
}

async function runsStatements(session: SqlSession | undefined): Promise<boolean> {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    and backend_type = 'client backend'`;
  return session !== undefined && (await session.rows('running', sql, [])).length > 0;
}

/** Returns the processor time in ticks; 0 if unknown. */
const ticks = (pid: number): number => attempt(() => ticksOf(pid)) ?? 0;
