import { readFileSync, writeFileSync } from 'node:fs';
import { attempt, familyOf } from './process-family.js';

/** Memory that a process and those it has started hold in RAM, in MiB, as the kernel of Linux tells it; NaN elsewhere. */
export class ProcessMemory {
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** What is held now. */
  get resident(): number {
    return this.#sum('VmRSS');
  }

  /** The most that was held at a time since the process began or `resetPeak` was called. */
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
