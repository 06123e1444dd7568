import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DirectoryInUse, textOf } from '../storage-error.js';
import { type KernelLock, lockByKernel } from './kernel-lock.js';
import { type Holder, hasEnded, ownHolder, parseHolder } from './lock-holder.js';

/** Timing of a directory lock. */
export interface LockTimes {
  /** Interval of the heartbeat in milliseconds: after five without one the holder counts as ended. */
  readonly beat: number;
}

/** A directory that this process alone uses. */
export interface DirectoryLock {
  /** Whether the kernel guards it; else the heartbeat alone does. */
  readonly isByKernel: boolean;
  /** Resolves when the lock is gone without a release: its directory is gone, or another process took it. */
  readonly lost: Promise<void>;
  /** Whether the lock is still this process's, as its files are at this moment. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * Locks a directory for this process, in two ways. The kernel locks the file `lock`, which ends with the process and holds
 * across containers. The files `lock.1`, `lock.2` and so on name the holder and carry its heartbeat, for file systems and
 * platforms without locks: the one with the highest number counts. To follow a holder is to create the file with the next
 * number, which succeeds for one process only. A number is never used again.
 * @throws DirectoryInUse when another process holds it
 */
export async function holdDirectory(directory: string, { beat }: LockTimes = { beat: 2000 }): Promise<DirectoryLock> {
  const kernel = lockByKernel(directory);
  if (kernel === 'busy') throw await inUse(directory);
  try {
    return await followHolder(directory, beat, kernel);
  } catch (error) {
    kernel?.release();
    throw error;
  }
}

async function followHolder(directory: string, beat: number, kernel: KernelLock | undefined): Promise<DirectoryLock> {
  for (;;) {
    const last = (await lockNumbers(directory)).at(-1) ?? 0;
    if (last > 0) await refuseLiving(directory, last, beat, kernel?.file);
    const path = lockPath(directory, last + 1);
    const holder = ownHolder(randomUUID(), kernel?.file);
    if (await create(path, holder)) {
      const numbers = await lockNumbers(directory);
      if (numbers.at(-1) === last + 1) {
        await Promise.all(numbers.slice(0, -1).map((number) => rm(lockPath(directory, number), { force: true })));
        return new HeldLock(directory, last + 1, holder.id, beat, kernel);
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

class HeldLock implements DirectoryLock {
  readonly #directory: string;
  readonly #number: number;
  readonly #id: string;
  readonly #path: string;
  /** Identity of the own lock file. */
  readonly #inode: bigint | undefined;
  readonly #kernel: KernelLock | undefined;
  readonly #heartbeat: NodeJS.Timeout;
  readonly lost: Promise<void>;

  constructor(directory: string, number: number, id: string, beat: number, kernel: KernelLock | undefined) {
    this.#directory = directory;
    this.#number = number;
    this.#id = id;
    this.#path = lockPath(directory, number);
    this.#inode = inodeOf(this.#path);
    this.#kernel = kernel;
    let lose = (): void => {};
    this.lost = new Promise((resolve) => {
      lose = resolve;
    });
    this.#heartbeat = setInterval(() => void this.#touch(lose).catch(() => undefined), beat);
    this.#heartbeat.unref();
  }

  get isByKernel(): boolean {
    return this.#kernel !== undefined;
  }

  isHeld(): boolean {
    return inodeOf(this.#path) === this.#inode && !existsSync(lockPath(this.#directory, this.#number + 1));
  }

  async release(): Promise<void> {
    clearInterval(this.#heartbeat);
    // a directory that is gone needs no lock, and one in its place has its own
    if (await this.#isOurs().catch(() => false))
      await writeFile(this.#path, JSON.stringify({ released: true })).catch(() => undefined);
    this.#kernel?.release();
  }

  async #touch(lose: () => void): Promise<void> {
    if (await this.#isOurs().catch((error: unknown) => textOf(error, 'code') !== 'ENOENT'))
      await utimes(this.#path, new Date(), new Date());
    else lose();
  }

  async #isOurs(): Promise<boolean> {
    if ((await lockNumbers(this.#directory)).at(-1) !== this.#number) return false;
    return parseHolder(await readFile(this.#path, 'utf8'))?.id === this.#id;
  }
}

const inodeOf = (path: string): bigint | undefined => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

async function refuseLiving(directory: string, number: number, beat: number, kernelFile: string | undefined): Promise<void> {
  const path = lockPath(directory, number);
  // a process that has just created the file gets the time to write it
  const other = (await readHolder(path)) ?? (await delay(beat).then(() => readHolder(path)));
  if (!other || other.released) return;
  if (hasEnded(other, kernelFile) ?? !(await isTouched(path, beat))) return;
  throw new DirectoryInUse(`${directory} is in use by ${nameOf(other)}; if that has ended, remove ${path}`);
}

/** What is thrown when the kernel says that the directory is locked. */
async function inUse(directory: string): Promise<DirectoryInUse> {
  const last = (await lockNumbers(directory)).at(-1);
  const other = last === undefined ? undefined : await readHolder(lockPath(directory, last));
  return new DirectoryInUse(`${directory} is in use by ${other?.pid ? nameOf(other) : 'another process'}`);
}

const nameOf = ({ pid, host }: Holder): string => `process ${pid} on ${host}`;

/** Creates a lock file of this process. @returns false when there is one already */
async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (textOf(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** The holder that a lock file names; undefined when the file is gone or cannot be read. */
const readHolder = async (path: string): Promise<Holder | undefined> => parseHolder(await readFile(path, 'utf8').catch(() => ''));

/** Whether a lock file has a heartbeat; its times are compared with each other only, as clocks differ. */
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
