import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

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
    for (const pid of this.#family()) attempt(() => writeFileSync(`/proc/${pid}/clear_refs`, '5'));
  }

  #sum(name: string): number {
    const sizes = this.#family().map((pid) => attempt(() => sizeIn(readFileSync(`/proc/${pid}/status`, 'utf8'), name)) ?? 0);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return total > 0 ? total : Number.NaN;
  }

  #family(): number[] {
    const found = [this.#pid];
    for (const pid of found) found.push(...childrenOf(pid));
    return found;
  }
}

function childrenOf(pid: number): number[] {
  const threads = attempt(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const lists = threads.map((thread) => attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '');
  return lists.flatMap((list) =>
    list
      .split(' ')
      .filter((text) => text.trim() !== '')
      .map(Number),
  );
}

const sizeIn = (status: string, name: string): number =>
  Number(status.match(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm'))?.[1]) / 1024;

/** The process may end meanwhile, and other systems than Linux have no such files. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
