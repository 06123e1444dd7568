import type { Terminal } from './terminal.js';

/** Control sequence that returns to the start of the line and clears it. */
export const clearLine = '\r\u001b[K';

const barWidth = 30;

/** Returns e.g. [##########....................] 33 % */
export function barOf(share: number): string {
  const full = Math.floor(share * barWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}

export interface Progress {
  /** @param share 0 to 1 @param what the current step */
  readonly show: (share: number, what: string) => void;
  readonly end: () => void;
}

/** In milliseconds. Without a terminal, progress is shown as lines. */
const barInterval = 100;
const lineInterval = 10_000;

/** Shows progress on standard error: a bar on a terminal, otherwise a line every ten seconds. */
function showProgress({ progress, prompt }: Pick<Terminal, 'progress' | 'prompt'>): Progress {
  const interval = progress ? barInterval : lineInterval;
  let last = performance.now() - (progress ? interval : 0);
  return {
    show(share, what) {
      if (performance.now() - last < interval) return;
      last = performance.now();
      if (progress) progress(`${clearLine}${barOf(share)} ${what}`);
      else prompt(`${Math.floor(share * 100)} %: ${what}\n`);
    },
    end: () => progress?.(clearLine),
  };
}

/** Shows the progress of some work, and clears it at the end. */
export async function withProgress<T>(
  terminal: Pick<Terminal, 'progress' | 'prompt'>,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = showProgress(terminal);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}
