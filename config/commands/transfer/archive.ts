import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { archiveTexts, readArchive, readFileBytes, verifiedBytes, writeFile, writing } from '../../../adapters/archive/index.js';
import { CommandRefused, jsonOption, printJson, textsOver } from '../../../adapters/cli/index.js';
import type { Database } from '../../../application/ports/database.js';
import type { RegisterArchive } from '../../../application/ports/moving/archive.js';
import { migrateDatabase, openConfigured } from '../../database.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import type { Terminal } from '../../terminal.js';
import { withService } from '../commands.js';
import type { AddCommand } from '../invocation.js';
import { numberOf } from '../options.js';
import { addExportCsv } from './csv.js';
import { showProgress } from './progress.js';
import { withDatabase } from './rows.js';

export const addExport: AddCommand = (program, chosen) => {
  const command: Command = program
    .command('export')
    .description('write a consistent snapshot of all data into a file as lines of JSON; secrets as the stored digests')
    .usage('FILE [options] | csv KIND [FILE]')
    .argument('<FILE>', 'compressed when the name ends in .gz')
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
    .description('write all data into a new file in a directory, and remove the oldest files')
    .usage('DIR [options]')
    .argument('<DIR>', 'directory; created when missing')
    .option('--keep <N>', 'number of files to keep (default: all)', numberOf('--keep takes a number from 1 to 9999', 1, 9999))
    .addOption(jsonOption())
    .action((directory: string, { keep, json = false }: { keep?: number; json?: boolean }) => {
      const options = { directory, keep, json };
      chosen({ name: 'backup', options, run: (terminal) => backUp(readProcessConfiguration(), options, terminal) });
    });

export const addRestore: AddCommand = (program, chosen) =>
  void program
    .command('restore')
    .description('restore an export or a backup of this or an earlier version into an empty database, and check it')
    .usage('FILE [options]')
    .argument('<FILE>', 'export or backup, compressed or not')
    .option('--replace', 'delete all existing data first')
    .addOption(jsonOption())
    .action((file: string, { replace = false, json = false }: { replace?: boolean; json?: boolean }) => {
      const options = { file, replace, json };
      chosen({ name: 'restore', options, run: (terminal) => restore(readProcessConfiguration(), options, terminal) });
    });

/** Writes all data to a file, through the service if it has the database open. @returns the number of rows */
async function writeArchive(configuration: ServiceConfiguration, path: string, terminal: Terminal): Promise<number> {
  const progress = showProgress(terminal);
  const show = (share: number, table: string): void => progress.show(share, table);
  try {
    return await withService(
      configuration,
      async (socket) => {
        let rows = 0;
        const count = (all: number): void => {
          rows = all;
        };
        await writeFile(path, verifiedBytes(await textsOver(socket, 'archive'), count, show));
        return rows;
      },
      () =>
        withDatabase(configuration, (database) =>
          archiveOf(database).snapshot(async (taken) => {
            await writeFile(path, archiveTexts(taken, show));
            return Object.values(taken.head.counts).reduce((sum, count) => sum + count, 0);
          }),
        ),
    );
  } finally {
    progress.end();
  }
}

async function exportTo(configuration: ServiceConfiguration, file: string, json: boolean, terminal: Terminal): Promise<boolean> {
  const rows = await writeArchive(configuration, file, terminal);
  terminal.print(json ? `${printJson({ file, rows })}\n` : `${rows} rows are in ${file}\n`);
  return true;
}

/** Backup file names sort by time. */
const backupName = /^hexipam-\d{8}T\d{9}Z\.jsonl\.gz$/;
const unfinishedName = /^hexipam-\d{8}T\d{9}Z\.jsonl\.gz(\.[\da-f]{8})?\.unfinished$/;

/** Running backups write continuously: after this time without a write, in milliseconds, a file is abandoned. */
const abandonedAfter = 3_600_000;

async function removeAbandoned(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((each) => unfinishedName.test(each))) {
    const file = join(directory, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() })); // another backup may have removed it
    if (Date.now() - mtimeMs > abandonedAfter) await rm(file, { force: true });
  }
}

async function backUp(
  configuration: ServiceConfiguration,
  { directory, keep, json }: { readonly directory: string; readonly keep: number | undefined; readonly json: boolean },
  terminal: Terminal,
): Promise<boolean> {
  await writing(directory, () => mkdir(directory, { recursive: true, mode: 0o700 }));
  await removeAbandoned(directory);
  const file = join(directory, `hexipam-${new Date().toISOString().replace(/[-:.]/g, '')}.jsonl.gz`);
  const rows = await writeArchive(configuration, file, terminal);
  const backups = (await readdir(directory)).filter((name) => backupName.test(name)).sort();
  const removed = keep === undefined ? [] : backups.slice(0, Math.max(0, backups.length - keep));
  for (const name of removed) await rm(join(directory, name));
  if (json) terminal.print(`${printJson({ file, rows, removed })}\n`);
  else terminal.print([`${rows} rows are in ${file}`, ...removed.map((name) => `removed ${name}`), ''].join('\n'));
  return true;
}

/** @returns whether the restored data passes the check */
async function restore(
  configuration: ServiceConfiguration,
  { file, replace, json }: { readonly file: string; readonly replace: boolean; readonly json: boolean },
  terminal: Terminal,
): Promise<boolean> {
  const progress = showProgress(terminal);
  const content = await readArchive(readFileBytes(file), (share, table) => progress.show(share, table));
  const database = await openConfigured(configuration);
  try {
    await migrateDatabase(database);
    await archiveOf(database).restore(content, { replace });
    progress.end();
    const findings = [];
    for await (const finding of database.check({ repair: false })) findings.push(finding);
    const rows = Object.values(content.head.counts).reduce((sum, count) => sum + count, 0);
    if (json) terminal.print(`${printJson({ file, rows, findings })}\n`);
    else terminal.print([`${rows} rows were restored`, ...findings.map(({ text }) => text), ''].join('\n'));
    return findings.length === 0;
  } finally {
    progress.end();
    await database.close();
  }
}

function archiveOf({ archive }: Database): RegisterArchive {
  if (!archive) throw new CommandRefused('this storage supports neither export nor restore');
  return archive;
}
