import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StorageError, textOf } from './storage-error.js';

/** Who holds a directory. A process is told from a later one with its number by the time it started, where that is known. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly started: string;
  readonly token: string;
}

/** How long the sign of life of a holder on another host lasts, in milliseconds. */
export interface LockTimes {
  readonly beat: number;
}

/** A directory that this process alone uses. */
export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Holds a directory for this process by a lock file in it. The lock of a process that has ended is taken over: on this host
 * it is seen by its number, on another (or in another container) by the file no longer being touched.
 * @throws StorageError when another process holds it
 */
export async function holdDirectory(directory: string, { beat }: LockTimes = { beat: 2000 }): Promise<DirectoryLock> {
  const path = join(directory, 'lock');
  const own: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid), token: randomUUID() };
  while (!(await create(path, own))) {
    const other = await readHolder(path);
    if (other && (await isAlive(path, other, beat))) {
      throw new StorageError(
        `${directory} is in use by process ${other.pid} on ${other.host}; if that has ended, remove ${path}`,
      );
    }
    await discard(path, other);
  }
  const beating = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beat);
  beating.unref();
  return {
    release: async () => {
      clearInterval(beating);
      if ((await readHolder(path))?.token === own.token) await rm(path, { force: true });
    },
  };
}

async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(JSON.stringify(holder)).finally(() => file.close());
    return true;
  } catch (error) {
    if (textOf(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** Who holds a lock file; undefined when it is gone or cannot be read. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

async function isAlive(path: string, { pid, host, started }: Holder, beat: number): Promise<boolean> {
  if (host !== hostname()) return isTouched(path, beat);
  return isRunning(pid) && startOf(pid) === started;
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return textOf(error, 'code') === 'EPERM';
  }
}

/** When a process started, in the terms of the kernel; empty where there is no /proc. */
function startOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Takes away a lock file, but not one that somebody else put there meanwhile. */
async function discard(path: string, expected: Holder | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (textOf(error, 'code') === 'ENOENT') return;
    throw error;
  }
  const taken = await readHolder(aside);
  await (taken && taken.token !== expected?.token ? rename(aside, path) : rm(aside, { force: true }));
}
