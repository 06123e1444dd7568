const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`. If a termination signal arrives meanwhile, calls `act` synchronously before the process ends. */
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
