import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { textOf } from '../../storage-error.js';

/** The owner of a directory, as stored in its lock file. */
export interface Holder {
  /** A new id for each lock. A lock file that replaces a removed one has another id. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in the kernel's format; empty if /proc is missing or belongs to another PID namespace. */
  readonly started: string;
  /** Boot id of the machine; empty if the system has none. Missing in files of versions before 0.2. */
  readonly boot?: string;
  /** PID namespace, within which process ids are valid. */
  readonly pidNamespace?: string;
  /** Identity of the file that the owner has locked in the kernel; missing without kernel locks. */
  readonly kernelFile?: string;
  readonly released?: true;
}

export const ownHolder = (id: string, kernelFile: string | undefined): Holder => ({
  id,
  pid: process.pid,
  host: hostname(),
  started: statusOf(process.pid)?.started ?? '',
  boot: bootId(),
  pidNamespace: pidNamespace(),
  ...(kernelFile === undefined ? {} : { kernelFile }),
});

export function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/**
 * @param kernelFile the file on which this process owns the kernel lock
 * @returns undefined if only the heartbeat can decide, because the process id may not be valid in this namespace
 */
export function hasEnded(holder: Holder, kernelFile: string | undefined): boolean | undefined {
  if (!holder.boot) return holder.host === hostname() && isRunning(holder) ? false : undefined;
  if (holder.boot !== bootId()) return undefined;
  if (holder.kernelFile !== undefined && holder.kernelFile === kernelFile) return true; // its kernel lock is free
  return isInSameNamespace(holder) ? !isRunning(holder) : undefined;
}

export const isInSameNamespace = ({ boot, pidNamespace: other }: Holder): boolean =>
  boot === bootId() && other === pidNamespace();

/** Whether the owner may be a running process. Start times are compared if both are known. */
function isRunning({ pid, started }: Holder): boolean {
  if (!isKnown(pid)) return false;
  const status = statusOf(pid);
  if (!status) return true;
  return !endedStates.includes(status.state) && (started === '' || status.started === started);
}

/** Whether the kernel has a process with this id, possibly a zombie. */
function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return textOf(error, 'code') === 'EPERM';
  }
}

/** Kernel states of an ended process: zombie, dead. */
const endedStates = ['Z', 'X', 'x'];

/** Returns state and start time of a process in the kernel's format; undefined without a /proc of this PID namespace. */
function statusOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  // a /proc mounted in another namespace has other processes under the same ids
  if (orEmpty(() => readlinkSync('/proc/self')) !== String(process.pid)) return undefined;
  const status = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const [state = '', ...further] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return status === '' ? undefined : { state, started: further[18] ?? '' };
}

let boot: string | undefined;

function bootId(): string {
  boot ??= orEmpty(() =>
    process.platform === 'darwin'
      ? execFileSync('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8', timeout: 2000 }).trim()
      : readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  );
  return boot;
}

const pidNamespace = (): string => orEmpty(() => readlinkSync('/proc/self/ns/pid'));

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
