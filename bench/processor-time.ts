import { readFileSync } from 'node:fs';
import { attempt, familyOf } from './process-family.js';
import type { SqlSession } from './sql-session.js';

/** Milliseconds of a tick, Linux's unit of processor time. */
const tick = 10;

/** Processor time of a process and its descendants, including ended ones, in milliseconds; NaN if unknown. */
export function processorTime(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  const ticks = familyOf(pid).map((member) => attempt(() => ticksOf(member, member === pid)) ?? 0);
  const total = ticks.reduce((sum, own) => sum + own, 0);
  return total > 0 ? total * tick : Number.NaN;
}

/** Processor time of a process in ticks of 10 ms. @param withEnded whether ended children are included */
export function ticksOf(pid: number, withEnded = false): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return user + system + (withEnded ? endedUser + endedSystem : 0);
}

/** Returns the first process of a server on this machine; undefined if its files are unreadable. */
export async function serverProcess(session: SqlSession): Promise<number | undefined> {
  const [row] = await session.rows('data_directory', 'show data_directory', []);
  const file = `${String(row?.data_directory)}/postmaster.pid`;
  return attempt(() => Number(readFileSync(file, 'utf8').split('\n')[0]));
}
