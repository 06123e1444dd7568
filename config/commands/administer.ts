import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  adminSocketOf,
  CommandRefused,
  type Execute,
  executeOn,
  executeOver,
  NobodyListens,
  type PasswordSource,
  printJson,
  printResult,
  readPassword,
  readWords,
  subjectHelp,
} from '../../adapters/cli/index.js';
import { RandomTokenSource, ScryptPasswordHasher } from '../../adapters/system/index.js';
import { createAccessAdministration } from '../../application/administration/index.js';
import { StorageInUse } from '../../application/ports/storage-error.js';
import { DatabaseError, openConfigured, storageOf } from '../database.js';
import type { ServiceConfiguration } from '../settings/settings.js';

/** A command and how it is carried out. */
type Command = Parameters<Execute>[0];

/** How long a service that holds the directory may take until it takes commands, in milliseconds. */
const startTime = 30_000;
const retryInterval = 200;

/**
 * Carries out a command of administration and prints its result.
 * @param words those behind the program's name, the first of which is a subject
 * @param configure reads the configuration; called when the words are understood
 * @param print writes to standard output
 * @throws WrongWords, CommandRefused, DatabaseError, ConfigurationError
 */
export async function administer(
  words: readonly string[],
  configure: () => ServiceConfiguration,
  passwords: PasswordSource,
  print: (text: string) => void,
): Promise<void> {
  const meant = readWords(words);
  if (meant.meant === 'help') return print(`${subjectHelp(meant.subject)}\n`);
  const configuration = configure();
  const password = meant.needsPassword ? { password: await readPassword(passwords) } : {};
  const result = await execute(configuration, { ...meant.command, ...password });
  print(`${meant.json ? printJson(result) : printResult(meant.command, result)}\n`);
}

/** Through the service that holds the embedded database, else on the database itself. */
async function execute(configuration: ServiceConfiguration, command: Command): Promise<unknown> {
  const { databaseUrl: url } = configuration;
  if (url === 'memory:')
    throw new CommandRefused('a database in memory ends with its process: there is nothing to administer from the command line');
  const directory = storageOf(url).directoryOf(url);
  if (directory === undefined) return executeDirectly(configuration, command);
  const socket = adminSocketOf(directory);
  for (const deadline = Date.now() + startTime; ; await delay(retryInterval)) {
    const done = 'path' in socket ? await overSocket(socket.path, command) : undefined;
    if (done) return done.result;
    refuseForeignDirectory(directory);
    try {
      return await executeDirectly(configuration, command);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.cause instanceof StorageInUse)) throw error;
      if ('problem' in socket) throw new CommandRefused(`a service uses ${directory}, and takes no commands: ${socket.problem}`);
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Files that root makes in a directory of another user would keep that user's service from starting. */
function refuseForeignDirectory(directory: string): void {
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() === 0 && owner !== 0)
    throw new CommandRefused(`${directory} belongs to another user: run the command as the user who runs the service`);
}

/** @returns undefined when no service takes commands there */
async function overSocket(path: string, command: Command): Promise<{ readonly result: unknown } | undefined> {
  try {
    return { result: await executeOver(path)(command) };
  } catch (error) {
    if (error instanceof NobodyListens) return undefined;
    throw error;
  }
}

/** The schema is left as it is: services of another version may be running on it. */
async function executeDirectly(configuration: ServiceConfiguration, command: Command): Promise<unknown> {
  const database = await openConfigured(configuration, { mustExist: true });
  try {
    const pending = await database.pendingMigrations().catch((error: unknown) => {
      throw new DatabaseError(error);
    });
    if (pending.length > 0) throw new CommandRefused('the database is not up to date: run hexipam migrate first');
    const { readers, unitOfWork, clock } = database;
    const [passwords, tokens] = [new ScryptPasswordHasher(), new RandomTokenSource()];
    const access = createAccessAdministration(readers, unitOfWork, clock, passwords, tokens);
    return await executeOn(access)(command);
  } finally {
    await database.close();
  }
}
