const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`. On a termination signal, calls `act` synchronously and then lets the signal end the process. */
export async function withLastAct<T>(act: () => void, work: () => Promise<T>): Promise<T> {
  const forget = (): void => {
    for (const signal of signals) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    forget();
    act();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, end);
  try {
    return await work();
  } finally {
    forget();
  }
}
