import { CommandRefused, type Terminal, UsageError } from '../adapters/cli/index.js';
import { logFatal } from '../adapters/logging/fatal.js';
import { FileUnwritable } from '../application/ports/file-unwritable.js';
import { ObjectStoreFailure } from '../application/ports/object-store.js';
import { RegisterNotEmpty, SourceError } from '../application/ports/register.js';
import { reasonOf, StorageError } from '../application/ports/storage-error.js';
import { ImportRefused } from '../application/transfer/register/import-register.js';
import { readCommandLine } from './commands/command-line.js';
import { DatabaseError } from './database.js';
import { ListenError } from './listeners/listen.js';
import { openFilesProblem } from './open-files.js';
import { ProvisioningError } from './provisioning-file.js';
import { ConfigurationError } from './settings/values.js';
import { WorkerError } from './workers/workers.js';

/** `wrongUse` is for an invalid command line or configuration. */
export const exitCodes = { success: 0, failure: 1, wrongUse: 2 } as const;

/** Errors whose message suffices, without a stack trace. */
const foreseen = [
  ConfigurationError,
  DatabaseError,
  ProvisioningError,
  ListenError,
  WorkerError,
  CommandRefused,
  FileUnwritable,
  UsageError,
  ImportRefused,
  RegisterNotEmpty,
  SourceError,
  ObjectStoreFailure,
];

const isForeseen = (error: unknown): boolean =>
  foreseen.some((type) => error instanceof type) || (error instanceof StorageError && error.failure !== 'defect');

/** Returns the exit code. Errors are printed as one line; unexpected errors are also logged with details. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const invocation = readCommandLine(words, terminal.output);
    return (await invocation.run(terminal)) ? exitCodes.success : exitCodes.failure;
  } catch (error) {
    const ofLimit = openFilesProblem(error);
    terminal.complain(ofLimit ?? reasonOf(error));
    if (error instanceof UsageError && error.usage !== undefined) terminal.prompt(`${error.usage}\n`);
    if (ofLimit === undefined && !isForeseen(error)) logFatal('the command failed', { error }, process.stderr.isTTY);
    return error instanceof ConfigurationError || error instanceof UsageError ? exitCodes.wrongUse : exitCodes.failure;
  }
}
