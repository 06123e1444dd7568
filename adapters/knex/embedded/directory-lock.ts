import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DirectoryInUse, textOf } from '../storage-error.js';

/** Who holds a directory. A process is told from a later one with its number by the time it started, where that is known. */
interface Holder {
  /** No two locks share it, even when a file takes the place of one that was removed. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly started: string;
  /** It has let go. */
  readonly released?: true;
}

/** How long the sign of life of a holder on another host lasts, in milliseconds. */
export interface LockTimes {
  readonly beat: number;
}

/** A directory that this process alone uses. */
export interface DirectoryLock {
  /** When the lock is gone although nobody has released it: with its directory, or because somebody else took it. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * Holds a directory for this process by a lock file in it, `lock.1`, `lock.2` and so on: the one with the highest number
 * counts. To follow a holder is to make the file with the next number, which only one can. A number is never used again, as
 * the highest file stays until there is a higher one; so nobody can mistake a new holder for one that has ended.
 *
 * The lock of a process that has ended is taken over: on this host it is seen by its number, on another (or in another
 * container) by the file no longer being touched.
 * @throws DirectoryInUse when another process holds it
 */
export async function holdDirectory(directory: string, { beat }: LockTimes = { beat: 2000 }): Promise<DirectoryLock> {
  for (;;) {
    const last = (await lockNumbers(directory)).at(-1) ?? 0;
    if (last > 0) await refuseLiving(directory, last, beat);
    const path = lockPath(directory, last + 1);
    const id = randomUUID();
    if (await create(path, id)) {
      const numbers = await lockNumbers(directory);
      if (numbers.at(-1) === last + 1) {
        await Promise.all(numbers.slice(0, -1).map((number) => rm(lockPath(directory, number), { force: true })));
        return heldLock(directory, last + 1, id, beat);
      }
      await rm(path, { force: true });
    }
  }
}

const lockPath = (directory: string, number: number): string => join(directory, `lock.${number}`);

/** Numbers of the lock files, ascending. */
async function lockNumbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  const numbers = names.flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).sort((a, b) => a - b);
}

function heldLock(directory: string, number: number, id: string, beat: number): DirectoryLock {
  const path = lockPath(directory, number);
  const isOurs = async (): Promise<boolean> =>
    (await lockNumbers(directory)).at(-1) === number && parseHolder(await readFile(path, 'utf8'))?.id === id;
  let beating: NodeJS.Timeout | undefined;
  const lost = new Promise<void>((resolve) => {
    const touch = async (): Promise<void> => {
      if (await isOurs().catch((error: unknown) => textOf(error, 'code') !== 'ENOENT'))
        await utimes(path, new Date(), new Date());
      else resolve();
    };
    beating = setInterval(() => void touch().catch(() => undefined), beat);
    beating.unref();
  });
  const release = async (): Promise<void> => {
    clearInterval(beating);
    // a directory that is gone needs no lock, and one in its place has its own
    if (await isOurs().catch(() => false)) await writeFile(path, JSON.stringify({ released: true })).catch(() => undefined);
  };
  return { lost, release };
}

async function refuseLiving(directory: string, number: number, beat: number): Promise<void> {
  const path = lockPath(directory, number);
  // a file without a holder is given the time in which one that has just made it writes it
  const other = (await readHolder(path)) ?? (await delay(beat).then(() => readHolder(path)));
  if (!other || other.released || !(await isAlive(path, other, beat))) return;
  throw new DirectoryInUse(`${directory} is in use by process ${other.pid} on ${other.host}; if that has ended, remove ${path}`);
}

/** Makes a lock file that says it is ours. @returns false when there is one already */
async function create(path: string, id: string): Promise<boolean> {
  const own: Holder = { id, pid: process.pid, host: hostname(), started: statusOf(process.pid).started };
  try {
    await writeFile(path, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (textOf(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** Who holds a lock file; undefined when it is gone or cannot be read. */
async function readHolder(path: string): Promise<Holder | undefined> {
  return parseHolder(await readFile(path, 'utf8').catch(() => ''));
}

function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

async function isAlive(path: string, { pid, host, started }: Holder, beat: number): Promise<boolean> {
  if (host !== hostname()) return isTouched(path, beat);
  if (!isKnown(pid)) return false;
  const status = statusOf(pid);
  return status.started === started && !ended.includes(status.state);
}

/** Whether a lock file is touched while we watch; its times are compared with each other only, as clocks differ. */
async function isTouched(path: string, beat: number): Promise<boolean> {
  const before = await touchedAt(path);
  for (let beats = 0; beats < 5; beats++) {
    await delay(beat);
    const now = await touchedAt(path);
    if (now === undefined) return false;
    if (now !== before) return true;
  }
  return false;
}

const touchedAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** Whether a process has this number: one that runs, or one that has ended and that its parent has not asked for. */
function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return textOf(error, 'code') === 'EPERM';
  }
}

/** States of a process that has ended, as the kernel tells them: it keeps the number until its parent asks for it. */
const ended = ['Z', 'X', 'x'];

/** The state of a process, and when it started, in the terms of the kernel; empty where there is no /proc. */
function statusOf(pid: number): { readonly state: string; readonly started: string } {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...further] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return { state, started: further[18] ?? '' };
  } catch {
    return { state: '', started: '' };
  }
}
