import type { Command } from 'commander';
import {
  CommandRefused,
  jsonOption,
  type PasswordInput,
  printJson,
  readPassword,
  UsageError,
} from '../../../adapters/cli/index.js';
import { type MySqlAccess, phpIpamDatabase, phpIpamDump } from '../../../adapters/phpipam/index.js';
import { problemWithCryptHash, RandomTokenSource } from '../../../adapters/system/index.js';
import type { Database } from '../../../application/ports/database.js';
import type { ImportSource, RegisterLoader } from '../../../application/ports/register.js';
import { codeOf } from '../../../application/ports/storage-error.js';
import { ImportRefused, importRegister } from '../../../application/transfer/register/import-register.js';
import { losses } from '../../../application/transfer/register/problems.js';
import type { ImportReport } from '../../../application/transfer/register/report.js';
import { lossNames } from '../../../domain/transfer/imported-value.js';
import { migrateDatabase, openConfigured } from '../../database.js';
import { readBounded } from '../../settings/environment.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import type { Terminal } from '../../terminal.js';
import type { AddCommand } from '../invocation.js';
import { addImportCsv } from './csv.js';
import { findingLines, phpIpamLossesOf } from './losses.js';
import { addImportNetbox } from './netbox.js';
import { withProgress } from './progress.js';

interface ImportArguments extends AccessWords {
  readonly dryRun: boolean;
  readonly accept: readonly string[];
  readonly json: boolean;
}

export const addImport: AddCommand = (program, chosen) => {
  const command: Command = program
    .command('import')
    .description('import from another IPAM system or from a file')
    .usage('phpipam SOURCE | netbox SOURCE | csv KIND FILE');
  addImportCsv(command, chosen);
  addImportNetbox(command, chosen);
  command
    .command('phpipam')
    .description(
      'import from the database of a phpIPAM (mysql://USER:PASSWORD@HOST/DATABASE) or a dump (.sql, .sql.gz) into an empty database, with all ids',
    )
    .usage('SOURCE [options]')
    .argument('<SOURCE>', 'URL of the database, or a file')
    .option('--dry-run', 'report imported records and losses, but write nothing')
    .option('--accept <LOSS,...>', 'accepted losses: kinds, tables (circuits), columns (users.2fa), or all', phpIpamLossesOf)
    .option(
      '--password-file <FILE>',
      'file with the database password in its first line, instead of HEXIPAM_IMPORT_PASSWORD; -: standard input',
    )
    .option('--tls', 'connect to the database over TLS only; its certificate must be valid for its host')
    .option('--tls-ca <FILE>', 'as --tls; the certificates in the file (PEM) are trusted instead of the usual authorities')
    .addOption(jsonOption())
    .addHelpText('after', `\nLosses:\n${lossNames.map((name) => `  ${name.padEnd(14)}${losses[name]}`).join('\n')}`)
    .action((source: string, { dryRun = false, accept = [], json = false, ...access }: Partial<ImportArguments>) => {
      const options = { source, dryRun, accept, json, ...access };
      chosen({
        name: 'import phpipam',
        options,
        run: async (terminal) => {
          const configuration = readProcessConfiguration();
          return importSource(configuration, await sourceOf(source, access, configuration, terminal), options, terminal);
        },
      });
    });
};

const sourceOf = async (
  source: string,
  access: AccessWords,
  { importPassword }: ServiceConfiguration,
  terminal: Terminal,
): Promise<ImportSource> =>
  /^(mysql|mariadb):\/\//.test(source)
    ? phpIpamDatabase(source, await accessOf(access, importPassword, terminal.input))
    : phpIpamDump(source);

async function importSource(
  configuration: ServiceConfiguration,
  source: ImportSource,
  { dryRun, accept, json }: ImportArguments,
  terminal: Terminal,
): Promise<boolean> {
  const tokens = new RandomTokenSource();
  const secrets = { problemWithHash: problemWithCryptHash, digest: (code: string) => tokens.digest(code) };
  const database = dryRun ? undefined : await openConfigured(configuration);
  try {
    if (database) await migrateDatabase(database);
    const report = await withProgress(terminal, ({ show: progressed }) =>
      importRegister(source, database && loaderOf(database), { accepted: new Set(accept), secrets, progressed }),
    ).catch((error: unknown) => {
      if (error instanceof ImportRefused) return error.report;
      throw error;
    });
    terminal.print(json ? `${printJson(report)}\n` : textOf(report, dryRun));
    return report.refused.length === 0;
  } finally {
    await source.close?.();
    await database?.close();
  }
}

function loaderOf({ loader }: Database): RegisterLoader {
  if (!loader)
    throw new CommandRefused(
      'this storage does not support the import of a whole register: import into file:DIRECTORY or postgres://...',
    );
  return loader;
}

function textOf(report: ImportReport, dryRun: boolean): string {
  const { imported, counts } = report;
  const records = Object.entries(counts).map(([chunk, count]) => `${count} ${chunk}`);
  const end = imported ? 'imported' : dryRun ? 'would be imported' : 'nothing was imported; the source has';
  return [...findingLines(report, dryRun), `${end}: ${records.join(', ') || 'no records'}`, ''].join('\n');
}

interface AccessWords {
  /** A path, or - for standard input. */
  readonly passwordFile?: string;
  readonly tls?: boolean;
  readonly tlsCa?: string;
}

/** @param password from the environment @throws UsageError for unreadable files and an empty password */
export async function accessOf(
  { passwordFile, tls, tlsCa }: AccessWords,
  password: string | null,
  input: PasswordInput,
): Promise<MySqlAccess> {
  return {
    password: passwordFile === undefined ? (password ?? undefined) : await passwordIn(passwordFile, input),
    tls: tlsCa === undefined ? (tls ? {} : undefined) : { ca: contentOf('--tls-ca', tlsCa) },
  };
}

async function passwordIn(path: string, input: PasswordInput): Promise<string> {
  if (path === '-') return readPassword({ input, prompt: () => {} });
  const [line = ''] = contentOf('--password-file', path).split(/\r?\n/);
  if (line === '') throw new UsageError(`--password-file: the first line of ${path} is empty`);
  return line;
}

function contentOf(option: string, path: string): string {
  try {
    return readBounded(path);
  } catch (error) {
    throw new UsageError(`${option} names a file that cannot be read (${codeOf(error)}): ${path}`);
  }
}
