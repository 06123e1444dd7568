const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const cleaners = new Set<() => void>();

/** Calls `clean` when this process ends, also by a signal. @returns removes the registration */
export function whenProcessEnds(clean: () => void): () => void {
  if (cleaners.size === 0) watch();
  cleaners.add(clean);
  return () => {
    cleaners.delete(clean);
    if (cleaners.size === 0) unwatch();
  };
}

function watch(): void {
  process.on('exit', cleanAll);
  for (const signal of signals) process.on(signal, cleanAndEnd);
}

function unwatch(): void {
  process.off('exit', cleanAll);
  for (const signal of signals) process.off(signal, cleanAndEnd);
}

function cleanAll(): void {
  for (const clean of cleaners) clean();
  cleaners.clear();
}

function cleanAndEnd(signal: NodeJS.Signals): void {
  cleanAll();
  unwatch();
  process.kill(process.pid, signal);
}
