import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, familyOf } from './process-family.js';
import { ticksOf } from './processor-time.js';
import type { SqlSession } from './sql-session.js';

/** What a process that does nothing uses of a processor at most, in ticks of 10 ms, and how long that is looked at. */
const idleTicks = 3;
const look = 150;

/** Milliseconds after which a process that never rests is left alone. */
const maxWait = 60_000;

/**
 * Waits until what was asked for at the end of a round is no longer worked at: it would slow down whatever comes next.
 * @param pids processes that have to rest, with all that they have started
 * @param session a way to the server that they share, if there is one: it must run no statement
 */
export async function waitForStillness(pids: readonly number[], session: SqlSession | undefined): Promise<void> {
  const end = Date.now() + maxWait;
  do {
    const family = pids.flatMap(familyOf);
    const before = family.map(ticks);
    await sleep(look);
    const isResting = family.map(ticks).every((now, index) => now - (before[index] ?? 0) <= idleTicks);
    if (isResting && !(await runsStatements(session))) return;
  } while (Date.now() < end);
}

async function runsStatements(session: SqlSession | undefined): Promise<boolean> {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    and backend_type = 'client backend'`;
  return session !== undefined && (await session.rows('running', sql, [])).length > 0;
}

/** 0 where the kernel does not tell. */
const ticks = (pid: number): number => attempt(() => ticksOf(pid)) ?? 0;
