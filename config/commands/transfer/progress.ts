import type { Terminal } from '../../terminal.js';

/** Back to the beginning of the line, and empty from there. */
export const clearLine = '\r\u001b[K';

const barWidth = 30;

/** [##########....................]  33 % */
export function barOf(share: number): string {
  const full = Math.floor(share * barWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}

/** Shows how far long work is. */
export interface Progress {
  /** @param share 0 to 1 @param what is being done */
  show(share: number, what: string): void;
  /** Takes the bar away. */
  end(): void;
}

/** How often a bar is drawn, and a line written where there is no terminal, in milliseconds. */
const barInterval = 100;
const lineInterval = 10_000;

/** A bar on a terminal, else a line every ten seconds, on standard error. @param now tells the time in milliseconds */
export function showProgress(
  { progress, prompt }: Pick<Terminal, 'progress' | 'prompt'>,
  now: () => number = () => performance.now(),
): Progress {
  const interval = progress ? barInterval : lineInterval;
  let last = now() - (progress ? interval : 0);
  return {
    show(share, what) {
      if (now() - last < interval) return;
      last = now();
      if (progress) progress(`${clearLine}${barOf(share)} ${what}`);
      else prompt(`${Math.floor(share * 100)} %: ${what}\n`);
    },
    end: () => progress?.(clearLine),
  };
}
