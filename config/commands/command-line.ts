import {
  addAsyncApi,
  addBackup,
  addCheck,
  addCompletion,
  addDoctor,
  addExplainPermission,
  addExport,
  addImport,
  addMcp,
  addMigrate,
  addOpenApi,
  addRestore,
  addScan,
  addServe,
  addVersion,
  type CommandLine,
  type Connect,
  commandLineOf,
  type HelpStyle,
  type Invocation,
  type Program,
  readArguments,
} from '../../adapters/cli/index.js';
import { RandomTokenSource } from '../../adapters/system/index.js';
import { readProcessConfiguration } from '../settings/settings.js';
import { variables } from '../settings/variables.js';
import { watchSignals } from '../signals.js';
import { readVersion } from '../version.js';
import { checkDatabase } from './check.js';
import { withCommands } from './commands.js';
import { describeEvents, describeRest } from './descriptions.js';
import { doctorChecks } from './doctor.js';
import { bridgeMcp } from './mcp.js';
import { migrateSchema } from './migrate.js';
import { startService } from './serve.js';
import { backUp, exportTo } from './transfer/archive.js';
import { importSources } from './transfer/import.js';
import { restoreArchive } from './transfer/restore.js';
import { rowAccess } from './transfer/rows.js';

const connect: Connect = () => {
  const configuration = readProcessConfiguration();
  return (work) => withCommands(configuration, work);
};

const createOwner = (): string => new RandomTokenSource().create();

const stopSignal = (): Promise<unknown> => watchSignals(() => process.exit(1)).stop;

const program = (): Program => ({
  commands: [
    addServe(startService),
    addMigrate(migrateSchema),
    addScan(connect, createOwner, stopSignal),
    addCheck(checkDatabase),
    addDoctor(doctorChecks),
    addExplainPermission(connect),
    addImport(importSources),
    addExport(exportTo, rowAccess),
    addRestore(restoreArchive),
    addBackup(backUp),
    addOpenApi(describeRest),
    addAsyncApi(describeEvents),
    addMcp(bridgeMcp),
    addCompletion,
    addVersion(readVersion()),
  ],
  connect,
  variables: Object.values(variables),
});

/** Without arguments, the command is `serve`. @throws UsageError */
export const readCommandLine = (words: readonly string[], style?: HelpStyle): Invocation =>
  readArguments(program(), words, style);

export const createCommandLine = (style: HelpStyle, chosen: (invocation: Invocation) => void): CommandLine =>
  commandLineOf(program(), style, chosen);
