#!/usr/bin/env node
import cluster from 'node:cluster';
import { CommandRefused, subjectUsage, WrongWords } from '../adapters/cli/index.js';
import { StorageError } from '../application/ports/storage-error.js';
import { administer } from './commands/administer.js';
import { check } from './commands/check.js';
import { migrate } from './commands/migrate.js';
import { ProvisioningError } from './commands/provisioning.js';
import { scan } from './commands/scan.js';
import { DatabaseError } from './database.js';
import { ListenError } from './listeners/listeners.js';
import { createLog } from './logging.js';
import { watchSignals } from './service/signals.js';
import { endAfter, stopTimes } from './service/stop-times.js';
import { WorkerError } from './service/workers.js';
import { type Command, helpText, readCommandLine, usage } from './settings/command-line.js';
import { ConfigurationError } from './settings/configuration-error.js';
import { readProcessConfiguration } from './settings/settings.js';
import { readVersion } from './version.js';

/** How the program ends: well, because something failed, or because it was called or configured wrongly. */
const exitCodes = { success: 0, failure: 1, wrongUse: 2 } as const;

const print = (text: string): void => {
  process.stdout.write(text);
};
const complainAsIs = (text: string): void => {
  process.stderr.write(text);
};
const complain = (problem: string): void => {
  process.stderr.write(`hexipam: ${problem}\n`);
};

async function run(command: Command): Promise<number> {
  switch (command.name) {
    case 'help':
      print(`${helpText()}\n`);
      return exitCodes.success;
    case 'version':
      print(`${readVersion()}\n`);
      return exitCodes.success;
    case 'usage':
      complain(`${command.problem}\n${usage}`);
      return exitCodes.wrongUse;
    case 'administer':
      await administer(
        command.words,
        readProcessConfiguration,
        { input: process.stdin, prompt: complainAsIs },
        print,
        process.stderr.isTTY ? complainAsIs : undefined,
      );
      return exitCodes.success;
    case 'check':
      return (await check(readProcessConfiguration(), command, print)) ? exitCodes.success : exitCodes.failure;
    case 'scan':
      return (await scanNetworks(command)) ? exitCodes.success : exitCodes.failure;
    case 'migrate':
      await migrate(readProcessConfiguration(), command.wait, print);
      return exitCodes.success;
    case 'serve':
      return (await startService(command)) ? exitCodes.success : exitCodes.failure;
  }
}

/** @returns whether all that was to be scanned was */
function scanNetworks(command: Extract<Command, { name: 'scan' }>): Promise<boolean> {
  const { stop } = watchSignals(() => process.exit(exitCodes.failure));
  const progress = process.stderr.isTTY ? complainAsIs : undefined;
  return scan(readProcessConfiguration(), command, { print, complain, ...(progress ? { progress } : {}) }, stop);
}

/**
 * Loads the service, which is most of the program: other commands start in half the time without it.
 * @returns whether it ended because it was told to
 */
async function startService({ workers, wait }: Extract<Command, { name: 'serve' }>): Promise<boolean> {
  const signals = watchSignals(() => process.exit(exitCodes.failure));
  const configuration = readProcessConfiguration();
  const times = stopTimes(configuration.stopTimeout);
  void signals.stop.then(() => endAfter(cluster.isWorker ? times.worker : times.process));
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('./service/worker.js');
    await serveAsWorker(configuration, signals);
    return true;
  }
  const { serve, serveByWorkers } = await import('./service/serve.js');
  if (workers === 0) return serve(configuration, { wait }, signals, print);
  await serveByWorkers(configuration, { workers, wait }, signals, print);
  return true;
}

/** Errors that say all there is to say in their text. */
const foreseen = [ConfigurationError, DatabaseError, ProvisioningError, ListenError, WorkerError, CommandRefused, WrongWords];

/** Whether all that is to be known is in an error's text: a storage that is down needs no stack. */
const isForeseen = (error: unknown): boolean =>
  foreseen.some((type) => error instanceof type) || (error instanceof StorageError && error.trouble !== 'defect');

/** Runs the command. What stops it is told in one line that names the cause; of what nobody foresaw the log tells more. */
async function main(): Promise<number> {
  const words = process.argv.slice(2);
  try {
    return await run(readCommandLine(words));
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    if (error instanceof WrongWords) complainAsIs(`${subjectUsage(words[0] ?? '')}\n`);
    if (!isForeseen(error)) log.fatal('the command failed', { error });
    return error instanceof ConfigurationError || error instanceof WrongWords ? exitCodes.wrongUse : exitCodes.failure;
  }
}

const log = createLog({ level: 'fatal' });
process.on('uncaughtException', (error) => {
  log.fatal('an error that nothing handles', { error });
  process.exit(exitCodes.failure);
});
// Whoever reads the output may go first, e.g. a terminal that closes; that is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exit(await main());
