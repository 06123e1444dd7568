import {
  type CommandLine,
  commandLineOf,
  type HelpStyle,
  type Invocation,
  type ProgramWork,
  readArguments,
} from '../../adapters/cli/index.js';
import { isPlacelessName } from '../../adapters/phpipam/index.js';
import { RandomTokenSource } from '../../adapters/system/index.js';
import { readProcessConfiguration } from '../settings/settings.js';
import { variables } from '../settings/variables.js';
import { watchSignals } from '../signals.js';
import { readVersion } from '../version.js';
import { check } from './check.js';
import { withCommands } from './commands.js';
import { describeEvents, describeRest } from './descriptions.js';
import { doctorChecks } from './doctor.js';
import { bridgeMcp } from './mcp.js';
import { migrate } from './migrate.js';
import { serve } from './serve.js';
import { backUp, exportTo } from './transfer/archive.js';
import { importPhpIpam } from './transfer/import.js';
import { importNetbox } from './transfer/netbox.js';
import { restore, verify } from './transfer/restore.js';
import { rowWork } from './transfer/rows.js';

const work = (): ProgramWork => ({
  version: readVersion(),
  variables: Object.values(variables),
  connect() {
    const configuration = readProcessConfiguration();
    return (run) => withCommands(configuration, run);
  },
  createScanOwner: () => new RandomTokenSource().create(),
  stopSignal: () => watchSignals(() => process.exit(1)).stop,
  ...{ serve, migrate, check, doctorChecks, bridgeMcp, describeRest, describeEvents },
  ...{ isPhpIpamName: isPlacelessName, importPhpIpam, importNetbox, ...rowWork },
  ...{ exportTo, backUp, restore, verify },
});

/** Without arguments, the command is `serve`. @throws UsageError */
export const readCommandLine = (words: readonly string[], style?: HelpStyle): Invocation => readArguments(work(), words, style);

export const createCommandLine = (style: HelpStyle, chosen: (invocation: Invocation) => void): CommandLine =>
  commandLineOf(work(), style, chosen);
