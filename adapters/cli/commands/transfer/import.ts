import type { Command } from 'commander';
import type { ImportReport } from '../../../../application/transfer/register/report.js';
import type { AddCommand } from '../../invocation.js';
import { printJson } from '../../printing.js';
import type { PhpIpamOptions } from '../../program-work.js';
import { jsonOption } from '../../subject-command.js';
import type { Terminal } from '../../terminal.js';
import { addImportCsv } from './csv.js';
import { findingLines, lossesText, phpIpamLossesOf } from './losses.js';
import { addImportNetbox } from './netbox.js';

interface ImportArguments extends PhpIpamOptions {
  readonly json: boolean;
}

export const addImport: AddCommand = (program, chosen, work) => {
  const command: Command = program
    .command('import')
    .description('import from another IPAM system or from a file')
    .usage('phpipam SOURCE | netbox SOURCE | csv KIND FILE');
  addImportCsv(command, chosen, work);
  addImportNetbox(command, chosen, work);
  command
    .command('phpipam')
    .description(
      'import from the database of a phpIPAM (mysql://USER:PASSWORD@HOST/DATABASE) or a dump (.sql, .sql.gz) into an empty database, with all ids',
    )
    .usage('SOURCE [options]')
    .argument('<SOURCE>', 'URL of the database, or a file')
    .option('--dry-run', 'report imported records and losses, but write nothing')
    .option(
      '--accept <LOSS,...>',
      'accepted losses: kinds, tables (circuits), columns (users.2fa), or all',
      phpIpamLossesOf(work.isPhpIpamName),
    )
    .option(
      '--password-file <FILE>',
      'file with the database password in its first line, instead of HEXIPAM_IMPORT_PASSWORD; -: standard input',
    )
    .option('--tls', 'connect to the database over TLS only; its certificate must be valid for its host')
    .option('--tls-ca <FILE>', 'as --tls; the certificates in the file (PEM) are trusted instead of the usual authorities')
    .addOption(jsonOption())
    .addHelpText('after', lossesText)
    .action((source: string, { dryRun = false, accept = [], json = false, ...access }: Partial<ImportArguments>) => {
      const options = { source, dryRun, accept, json, ...access };
      const run = async (terminal: Terminal): Promise<boolean> => {
        let isImported = false;
        await work.importPhpIpam(source, options, terminal, (report) => {
          terminal.print(json ? `${printJson(report)}\n` : textOf(report, dryRun));
          isImported = report.refused.length === 0;
        });
        return isImported;
      };
      chosen({ name: 'import phpipam', options, run });
    });
};

function textOf(report: ImportReport, dryRun: boolean): string {
  const { imported, counts } = report;
  const records = Object.entries(counts).map(([chunk, count]) => `${count} ${chunk}`);
  const end = imported ? 'imported' : dryRun ? 'would be imported' : 'nothing was imported; the source has';
  return [...findingLines(report, dryRun), `${end}: ${records.join(', ') || 'no records'}`, ''].join('\n');
}
