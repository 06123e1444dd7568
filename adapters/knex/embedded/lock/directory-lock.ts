import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DirectoryInUse, textOf } from '../../storage-error.js';
import { type KernelLock, lockByKernel } from './kernel-lock.js';
import { isCurrent, type LockFile, lockFileOf, lockPath, touch } from './lock-file.js';
import { type Holder, hasEnded, isInSameNamespace, ownHolder, parseHolder } from './lock-holder.js';

export interface LockOptions {
  /** Heartbeat interval in milliseconds, 2,000 by default. */
  readonly heartbeatMs?: number;
  /** Called with a problem for the operator. */
  readonly report?: ((problem: string) => void) | undefined;
  readonly byKernel?: typeof lockByKernel;
}

/** Number of missed heartbeats after which an owner is considered dead. */
const silentBeats = 5;

/** Number of heartbeat intervals during which an owner trusts its lock without a check. */
const trustedBeats = 3;

/** Number of heartbeat intervals that the successor of a silent owner waits. The owner's trust ends earlier. */
const quarantineBeats = 4;

export interface DirectoryLock {
  /** Whether a kernel lock protects the directory; otherwise only the heartbeat does. */
  readonly isByKernel: boolean;
  /** The numbered file of this process, for other threads. */
  readonly file: LockFile;
  /** Resolves when the lock is lost: the directory was removed, or another process has taken over. */
  readonly lost: Promise<void>;
  /**
   * Checks the lock files. Network file systems show removed files for some time. Therefore, after a suspension of the process, a
   * heartbeat is written before the check.
   */
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * Locks a directory in two ways. The kernel lock on the file `lock` ends with the process, and is valid across containers. The
 * files `lock.1`, `lock.2` and so on also protect platforms without kernel locks. The file with the highest number is valid. It
 * contains the owner, and its modification time is the heartbeat. Only one successor can create the file with the next number. The
 * successor of a silent owner removes the file of that owner. Then it waits until the owner no longer trusts its lock without a
 * check.
 * @throws DirectoryInUse if another process owns the directory
 */
export async function holdDirectory(directory: string, options: LockOptions = {}): Promise<DirectoryLock> {
  const { heartbeatMs = 2000, report = () => {}, byKernel = lockByKernel } = options;
  const kernel = byKernel(join(directory, 'lock'));
  if (kernel === 'busy') throw await inUse(directory);
  try {
    return await followHolder({ directory, heartbeatMs, kernel, report });
  } catch (error) {
    kernel?.release();
    throw error;
  }
}

interface Following {
  readonly directory: string;
  readonly heartbeatMs: number;
  readonly kernel: KernelLock | undefined;
  readonly report: (problem: string) => void;
}

async function followHolder(following: Following): Promise<DirectoryLock> {
  const { directory, heartbeatMs, kernel } = following;
  for (;;) {
    const last = (await lockNumbers(directory)).at(-1) ?? 0;
    const isProven = last === 0 || (await refuseLiving(following, last));
    const holder = ownHolder(randomUUID(), kernel?.file);
    const path = lockPath(directory, last + 1);
    if (!(await create(path, holder))) continue;
    const numbers = await lockNumbers(directory);
    if (numbers.at(-1) !== last + 1) {
      await rm(path, { force: true });
      continue;
    }
    await Promise.all(numbers.slice(0, -1).map((number) => rm(lockPath(directory, number), { force: true })));
    const lock = new HeldLock(directory, last + 1, holder.id, heartbeatMs, kernel);
    if (isProven) return lock;
    await delay(quarantineBeats * heartbeatMs);
    if (lock.isHeld()) return lock;
    lock.stop();
  }
}

async function lockNumbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  const numbers = names.flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).sort((a, b) => a - b);
}

class HeldLock implements DirectoryLock {
  readonly file: LockFile;
  readonly lost: Promise<void>;
  readonly #directory: string;
  readonly #number: number;
  readonly #id: string;
  readonly #heartbeatMs: number;
  readonly #kernel: KernelLock | undefined;
  readonly #heartbeat: NodeJS.Timeout;
  /** Monotonic time of the last heartbeat. */
  #touchedAt = performance.now();

  constructor(directory: string, number: number, id: string, heartbeatMs: number, kernel: KernelLock | undefined) {
    this.file = lockFileOf(directory, number);
    this.#directory = directory;
    this.#number = number;
    this.#id = id;
    this.#heartbeatMs = heartbeatMs;
    this.#kernel = kernel;
    let lose = (): void => {};
    this.lost = new Promise((resolve) => {
      lose = resolve;
    });
    this.#heartbeat = setInterval(() => void this.#renew(lose).catch(() => undefined), heartbeatMs);
    this.#heartbeat.unref();
  }

  get isByKernel(): boolean {
    return this.#kernel !== undefined;
  }

  isHeld(): boolean {
    const isTrusted = performance.now() - this.#touchedAt <= trustedBeats * this.#heartbeatMs;
    return (isTrusted || this.#touch()) && isCurrent(this.file);
  }

  stop(): void {
    clearInterval(this.#heartbeat);
  }

  async release(): Promise<void> {
    this.stop();
    // a removed directory needs no lock, and a replacement has its own
    if (await this.#isOurs().catch(() => false))
      await writeFile(this.file.path, JSON.stringify({ released: true })).catch(() => undefined);
    this.#kernel?.release();
  }

  async #renew(lose: () => void): Promise<void> {
    if (await this.#isOurs().catch((error: unknown) => textOf(error, 'code') !== 'ENOENT')) this.#touch();
    else lose();
  }

  /** @returns whether the lock is still valid; without kernel locks a heartbeat must succeed */
  #touch(): boolean {
    const startedAt = performance.now();
    const outcome = touch(this.file);
    if (outcome === 'done') this.#touchedAt = startedAt;
    return outcome === 'done' || (outcome === 'failed' && this.isByKernel);
  }

  async #isOurs(): Promise<boolean> {
    if ((await lockNumbers(this.#directory)).at(-1) !== this.#number) return false;
    return parseHolder(await readFile(this.file.path, 'utf8'))?.id === this.#id;
  }
}

/** @returns true if the owner has ended, false if only the heartbeat is missing @throws DirectoryInUse if the owner is alive */
async function refuseLiving({ directory, heartbeatMs, kernel, report }: Following, number: number): Promise<boolean> {
  const path = lockPath(directory, number);
  // another process may have created the file and not yet written it
  const other = (await readHolder(path)) ?? (await delay(heartbeatMs).then(() => readHolder(path)));
  if (!other || other.released) return true;
  const ended = hasEnded(other, kernel?.file);
  if (ended) return true;
  if (ended === undefined) {
    const seconds = Math.ceil(((silentBeats + quarantineBeats) * heartbeatMs) / 1000);
    report(`${directory} was not released by ${nameOf(other)}: waiting up to ${seconds} s for its heartbeat`);
    if (!(await isTouched(path, heartbeatMs))) return false;
  }
  throw new DirectoryInUse(`${directory} is in use by ${nameOf(other)}; if that process has ended, remove ${path}`);
}

async function inUse(directory: string): Promise<DirectoryInUse> {
  const last = (await lockNumbers(directory)).at(-1);
  const other = last === undefined ? undefined : await readHolder(lockPath(directory, last));
  return new DirectoryInUse(`${directory} is in use by ${other?.pid ? nameOf(other) : 'another process'}`);
}

/** Names the owner for messages. A process id alone is not enough: in this namespace it may denote another process. */
function nameOf(holder: Holder): string {
  const { pid, host } = holder;
  const isElsewhere = host === hostname() && holder.boot !== undefined && !isInSameNamespace(holder);
  return `process ${pid} on ${host}${isElsewhere ? ', in another container or PID namespace' : ''}`;
}

/** @returns false if the file exists */
async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (textOf(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined if the file is missing or invalid. */
const readHolder = async (path: string): Promise<Holder | undefined> => parseHolder(await readFile(path, 'utf8').catch(() => ''));

/** Compares the timestamps of the file only with each other, because clocks differ. */
async function isTouched(path: string, heartbeatMs: number): Promise<boolean> {
  const before = await touchedAt(path);
  for (let beats = 0; beats < silentBeats; beats++) {
    await delay(heartbeatMs);
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
