import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, familyOf } from './process-family.js';
import type { SqlSession } from './sql-session.js';

/** What a process that does nothing uses of a processor at most, in ticks of 10 ms, and how long that is looked at. */
const idleTicks = 3;
const look = 150;

/** Milliseconds after which a process that never rests is left alone. */
const patience = 60_000;

/**
 * Waits until what was asked for at the end of a round is no longer worked at: it would slow down whatever comes next.
 * @param pids processes that have to rest, with all that they have started
 * @param session a way to the server that they share, if there is one: it must run no statement
 */
export async function waitForStillness(pids: readonly number[], session: SqlSession | undefined): Promise<void> {
  const end = Date.now() + patience;
  do {
    const family = pids.flatMap(familyOf);
    const before = family.map(ticksOf);
    await sleep(look);
    const isResting = family.map(ticksOf).every((ticks, index) => ticks - (before[index] ?? 0) <= idleTicks);
    if (isResting && !(await runsStatements(session))) return;
  } while (Date.now() < end);
}

async function runsStatements(session: SqlSession | undefined): Promise<boolean> {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    and backend_type = 'client backend'`;
  return session !== undefined && (await session.rows('running', sql, [])).length > 0;
}

/** Processor time that a process has used, in ticks; 0 where the kernel does not tell. */
function ticksOf(pid: number): number {
  const fields =
    attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
      ?.split(') ')[1]
      ?.split(' ') ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
