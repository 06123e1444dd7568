import type { Command } from 'commander';
import { archiveTexts, rowCount, verifiedBytes, writeFile } from '../../../adapters/archive/index.js';
import { CommandRefused, jsonOption, printJson, textsOver, UsageError } from '../../../adapters/cli/index.js';
import type { RegisterArchive } from '../../../application/ports/archive.js';
import type { Database } from '../../../application/ports/database.js';
import { backupName, removeAllBut } from '../../backups/backup-store.js';
import { backupStoreAt, usableRecipients } from '../../backups/locations.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import { isLocation } from '../../settings/values.js';
import { variables } from '../../settings/variables.js';
import type { Terminal } from '../../terminal.js';
import { withDatabase, withService } from '../commands.js';
import { type AddCommand, numberOf } from '../invocation.js';
import { addExportCsv } from './csv.js';
import { withProgress } from './progress.js';

export const addExport: AddCommand = (program, chosen) => {
  const command: Command = program
    .command('export')
    .description('write a consistent snapshot of all data into a file as lines of JSON; secrets are stored as digests')
    .usage('FILE [options] | csv KIND [FILE]')
    .argument('<FILE>', 'compressed when the name ends in .gz, encrypted when it ends in .age')
    .addOption(jsonOption());
  command.action((file: string, { json = false }: { json?: boolean }) => {
    const options = { file, json };
    chosen({ name: 'export', options, run: (terminal) => exportTo(readProcessConfiguration(), file, json, terminal) });
  });
  addExportCsv(command, chosen);
};

export const addBackup: AddCommand = (program, chosen) =>
  void program
    .command('backup')
    .description('write all data into a new file in a directory or a bucket, and remove the oldest files')
    .usage('DIR [options]')
    .argument('<DIR>', 'directory, created when missing, or s3://BUCKET/PREFIX')
    .option('--keep <N>', 'number of files to retain (default: all)', numberOf('--keep must be a number from 1 to 9999', 1, 9999))
    .addOption(jsonOption())
    .action((directory: string, { keep, json = false }: { keep?: number; json?: boolean }) => {
      const options = { directory, keep, json };
      chosen({ name: 'backup', options, run: (terminal) => backUp(readProcessConfiguration(), options, terminal) });
    });

type WriteArchive = (pieces: AsyncIterable<string | Uint8Array>) => Promise<void>;

/** Writes all data. A service that has opened the embedded database does the work. Returns the number of rows. */
const writeArchive = (configuration: ServiceConfiguration, write: WriteArchive, terminal: Terminal): Promise<number> =>
  withProgress(terminal, ({ show }) =>
    withService(
      configuration,
      async (socket) => {
        let rows = 0;
        const count = (all: number): void => {
          rows = all;
        };
        await write(verifiedBytes(await textsOver(socket, 'archive'), count, show));
        return rows;
      },
      () =>
        withDatabase(configuration, (database) =>
          archiveOf(database).snapshot(async (taken) => {
            await write(archiveTexts(taken, show));
            return rowCount(taken.head);
          }),
        ),
    ),
  );

async function exportTo(configuration: ServiceConfiguration, file: string, json: boolean, terminal: Terminal): Promise<boolean> {
  const recipients = file.endsWith('.age') ? await usableRecipients(configuration) : [];
  if (file.endsWith('.age') && recipients.length === 0)
    throw new CommandRefused(`cannot encrypt ${file}: set ${variables.backupRecipients.name} to public keys of age`);
  const rows = await writeArchive(configuration, (pieces) => writeFile(file, pieces, { recipients }), terminal);
  terminal.print(json ? `${printJson({ file, rows })}\n` : `${rows} rows were written to ${file}\n`);
  return true;
}

async function backUp(
  configuration: ServiceConfiguration,
  { directory, keep, json }: { readonly directory: string; readonly keep: number | undefined; readonly json: boolean },
  terminal: Terminal,
): Promise<boolean> {
  if (!isLocation(directory)) throw new UsageError(`${directory} is neither a directory nor s3://BUCKET/PREFIX`);
  const store = await backupStoreAt(directory, configuration);
  await store.prepare();
  const recipients = await usableRecipients(configuration);
  const name = backupName(new Date(), recipients.length > 0);
  let file = name;
  const write: WriteArchive = async (pieces) => {
    file = await store.write(name, pieces, { recipients });
  };
  const rows = await writeArchive(configuration, write, terminal);
  const removed = keep === undefined ? [] : await removeAllBut(keep, store);
  if (json) terminal.print(`${printJson({ file, rows, removed })}\n`);
  else terminal.print([`${rows} rows were written to ${file}`, ...removed.map((name) => `removed ${name}`), ''].join('\n'));
  return true;
}

export function archiveOf({ archive }: Database): RegisterArchive {
  if (!archive) throw new CommandRefused('this storage supports neither export nor restore');
  return archive;
}
