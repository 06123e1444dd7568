import { readFileSync, writeFileSync } from 'node:fs';
import { attempt, familyOf } from './process-family.js';

/** Resident memory of a process and its descendants in MiB, from Linux's /proc; NaN on other systems. */
export class ProcessMemory {
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Current resident memory. */
  get resident(): number {
    return this.#sum('VmRSS');
  }

  /** Maximum resident memory since the start of the process or the last `resetPeak`. */
  get peak(): number {
    return this.#sum('VmHWM');
  }

  resetPeak(): void {
    for (const pid of familyOf(this.#pid)) attempt(() => writeFileSync(`/proc/${pid}/clear_refs`, '5'));
  }

  #sum(name: string): number {
    const sizes = familyOf(this.#pid).map((pid) => attempt(() => sizeIn(readFileSync(`/proc/${pid}/status`, 'utf8'), name)) ?? 0);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return total > 0 ? total : Number.NaN;
  }
}

const sizeIn = (status: string, name: string): number =>
  Number(status.match(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm'))?.[1]) / 1024;
