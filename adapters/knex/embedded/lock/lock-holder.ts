import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { textOf } from '../../storage-error.js';

/** The process that holds a directory, as its lock file describes it. */
export interface Holder {
  /** Unique for each lock, also when a file replaces one that was removed. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in the kernel's terms; empty where there is no /proc of its PID namespace. */
  readonly started: string;
  /** The boot of the machine; empty where the system has no identity of it. Missing in files of versions before 0.2. */
  readonly boot?: string;
  /** The PID namespace: a number means a process only within it. */
  readonly pidNamespace?: string;
  /** The file that the holder has locked by the kernel; missing where it could not. */
  readonly kernelFile?: string;
  /** The holder has released the lock. */
  readonly released?: true;
}

/** This process as a holder. */
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
 * Whether a holder has ended, as far as that can be known at once.
 * @param kernelFile the file that this process has locked by the kernel meanwhile
 * @returns undefined when only the heartbeat can tell: the process number means nothing here, or nothing proves that it does
 */
export function hasEnded(holder: Holder, kernelFile: string | undefined): boolean | undefined {
  if (!holder.boot) return holder.host === hostname() && isRunning(holder) ? false : undefined;
  if (holder.boot !== bootId()) return undefined;
  if (holder.kernelFile !== undefined && holder.kernelFile === kernelFile) return true; // its kernel lock is free
  return isNear(holder) ? !isRunning(holder) : undefined;
}

/** Whether a holder runs, or ran, in the PID namespace of this process, as far as its file says. */
export const isNear = ({ boot, pidNamespace: other }: Holder): boolean => boot === bootId() && other === pidNamespace();

/** Whether a process of this number runs here that may be the holder; start times are compared where both are known. */
function isRunning({ pid, started }: Holder): boolean {
  if (!isKnown(pid)) return false;
  const status = statusOf(pid);
  if (!status) return true;
  return !endedStates.includes(status.state) && (started === '' || status.started === started);
}

/** Whether the kernel knows a process of this number, be it a zombie. */
function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return textOf(error, 'code') === 'EPERM';
  }
}

/** Kernel states of a process that has ended: zombie, dead. */
const endedStates = ['Z', 'X', 'x'];

/** State and start time of a process in the kernel's terms; undefined where there is no /proc of this PID namespace. */
function statusOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  // a /proc that was mounted in another namespace has other processes under the same numbers
  if (orEmpty(() => readlinkSync('/proc/self')) !== String(process.pid)) return undefined;
  const status = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const [state = '', ...further] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return status === '' ? undefined : { state, started: further[18] ?? '' };
}

let boot: string | undefined;

/** Identity of the boot of this machine; empty where the system has none. */
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
