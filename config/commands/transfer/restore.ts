import { join } from 'node:path';
import { differencesOf, digestsOf, readArchive, readIdentities, rowCount, withDigests } from '../../../adapters/archive/index.js';
import { CommandRefused, jsonOption, printJson, UsageError } from '../../../adapters/cli/index.js';
import type { ArchiveContent } from '../../../application/ports/archive.js';
import type { Finding } from '../../../application/ports/consistency.js';
import type { Database, ScratchDatabase } from '../../../application/ports/database.js';
import { archiveBytes } from '../../backups/locations.js';
import { migrateDatabase, openConfigured } from '../../database.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import { storageOf } from '../../storages.js';
import type { Terminal } from '../../terminal.js';
import type { AddCommand } from '../invocation.js';
import { archiveOf } from './archive.js';
import { type Progress, withProgress } from './progress.js';
import { withTemporaryFolder } from './temporary-folder.js';

interface RestoreOptions {
  readonly file: string;
  readonly identity: string | undefined;
  readonly replace: boolean;
  readonly json: boolean;
}

export const addRestore: AddCommand = (program, chosen) =>
  void program
    .command('restore')
    .description('restore an export or a backup of this or an earlier version into an empty database, and check it')
    .usage('FILE [options]')
    .argument('<FILE>', 'export or backup, compressed or not, encrypted or not; or s3://BUCKET/KEY')
    .option('--replace', 'delete all existing data first')
    .option('--verify', 'restore into a scratch database, compare it with the file, and remove it; the database is not changed')
    .option('--identity <FILE>', 'file with the private keys of an encrypted file, in the format of age-keygen')
    .addOption(jsonOption())
    .action((file: string, input: Partial<RestoreOptions> & { readonly verify?: boolean }) => {
      const { replace = false, verify = false, identity, json = false } = input;
      if (verify && replace) throw new UsageError('--verify does not change the database: it cannot be combined with --replace');
      const options = { file, replace, identity, json };
      const run = (terminal: Terminal): Promise<boolean> => {
        const configuration = readProcessConfiguration();
        return verify ? verifyFile(configuration, options, terminal) : restoreFile(configuration, options, terminal);
      };
      chosen({ name: 'restore', options: { ...options, verify }, run });
    });

const restoreFile = (configuration: ServiceConfiguration, options: RestoreOptions, terminal: Terminal): Promise<boolean> =>
  withProgress(terminal, async (progress) => {
    const content = await contentOf(configuration, options, progress);
    const database = await openConfigured(configuration);
    try {
      const findings = await restoreInto(database, content, options.replace);
      progress.end();
      const rows = rowCount(content.head);
      if (options.json) terminal.print(`${printJson({ file: options.file, rows, findings })}\n`);
      else terminal.print([`${rows} rows were restored`, ...findings.map(({ text }) => text), ''].join('\n'));
      return findings.length === 0;
    } finally {
      await database.close();
    }
  });

async function contentOf(
  configuration: ServiceConfiguration,
  { file, identity }: RestoreOptions,
  progress: Progress,
): Promise<ArchiveContent> {
  const identities = identity === undefined ? [] : await readIdentities(identity);
  return readArchive(archiveBytes(file, identities, configuration), progress.show);
}

async function restoreInto(database: Database, content: ArchiveContent, replace: boolean): Promise<readonly Finding[]> {
  await migrateDatabase(database);
  await archiveOf(database).restore(content, { replace });
  const findings: Finding[] = [];
  for await (const finding of database.check({ repair: false })) findings.push(finding);
  return findings;
}

interface Verification {
  readonly rows: number;
  readonly tables: number;
  readonly schema: { readonly archived: number; readonly current: number };
  readonly differences: readonly string[];
  readonly findings: readonly Finding[];
}

async function verifyFile(configuration: ServiceConfiguration, options: RestoreOptions, terminal: Terminal): Promise<boolean> {
  const verification = await withProgress(terminal, (shown) =>
    withInterruptible(shown, async (progress) => {
      const content = await contentOf(configuration, options, progress);
      return withScratch(configuration.databaseUrl, (databaseUrl) =>
        verifyIn({ ...configuration, databaseUrl, replicaUrl: null, embeddedSync: false }, content, progress),
      );
    }),
  );
  const { differences, findings } = verification;
  const text = options.json ? printJson({ file: options.file, ...verification }) : linesOf(verification).join('\n');
  terminal.print(`${text}\n`);
  return differences.length === 0 && findings.length === 0;
}

async function verifyIn(
  configuration: ServiceConfiguration,
  archived: ArchiveContent,
  progress: Progress,
): Promise<Verification> {
  const { content, digests } = withDigests(archived);
  const database = await openConfigured(configuration);
  try {
    const findings = await restoreInto(database, content, false);
    const show = (share: number, table: string): void => progress.show(share, `${table} (compared)`);
    return await archiveOf(database).snapshot(async (taken) => {
      const schema = { archived: content.head.schema, current: taken.head.schema };
      const isSame = schema.archived === schema.current;
      const differences = isSame ? differencesOf(digests(), await digestsOf(taken, show)) : [];
      return { rows: rowCount(content.head), tables: Object.keys(content.head.counts).length, schema, differences, findings };
    });
  } finally {
    await database.close();
  }
}

function linesOf({ rows, tables, schema, differences, findings }: Verification): readonly string[] {
  const compared =
    schema.archived === schema.current
      ? 'counts and digests compared with the file'
      : `counts compared with the file; digests are not: schema ${schema.archived} was upgraded to ${schema.current}`;
  const problems = [...differences, ...findings.map(({ text }) => text)];
  return [
    `${rows} rows of ${tables} tables were restored into a scratch database, which is removed`,
    compared,
    ...(problems.length === 0 ? ['no problems found'] : problems),
  ];
}

async function withScratch<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const { createScratch } = storageOf(url);
  if (!createScratch) return withTemporaryFolder('hexipam-verify-', (folder) => work(`file:${join(folder, 'data')}`), true);
  const scratch: ScratchDatabase = await createScratch(url);
  try {
    return await work(scratch.url);
  } finally {
    await scratch.drop();
  }
}

/** After a signal, the next progress report throws: the caller removes the scratch database. A second signal ends the process. */
async function withInterruptible<T>(progress: Progress, work: (progress: Progress) => Promise<T>): Promise<T> {
  let signal: NodeJS.Signals | undefined;
  const forget = (): void => {
    for (const each of signals) process.off(each, note);
  };
  const note = (input: NodeJS.Signals): void => {
    if (signal !== undefined) {
      forget();
      process.kill(process.pid, input);
    }
    signal = input;
  };
  for (const each of signals) process.on(each, note);
  try {
    return await work({
      end: progress.end,
      show(share, step) {
        if (signal !== undefined) throw new CommandRefused(`ended by ${signal}; the scratch database is removed`);
        progress.show(share, step);
      },
    });
  } finally {
    forget();
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
