import type { AddCommand } from '../../invocation.js';
import { printJson } from '../../printing.js';
import type { NetboxOptions } from '../../program-work.js';
import { jsonOption } from '../../subject-command.js';
import type { Terminal } from '../../terminal.js';
import { findingLines, lossesOf, lossesText } from './losses.js';
import { textOfReport } from './row-report.js';

interface NetboxArguments extends NetboxOptions {
  readonly json: boolean;
}

export const addImportNetbox: AddCommand = (command, chosen, { importNetbox }) =>
  void command
    .command('netbox')
    .description('import from the API of a NetBox (token in HEXIPAM_NETBOX_TOKEN) or from a file of its lists; can be repeated')
    .usage('SOURCE [options]')
    .argument('<SOURCE>', 'https://netbox.example/, or a file of JSON: {"prefixes": {"count", "next", "results"}, ...}')
    .option('--section <NAME>', 'section for the subnets; created when missing', 'NetBox')
    .option('--dry-run', 'report imported records and losses, but write nothing')
    .option('--accept <KIND,...>', 'accepted losses, or all', lossesOf)
    .addOption(jsonOption())
    .addHelpText('after', lossesText)
    .action((source: string, { section = 'NetBox', dryRun = false, accept = [], json = false }: Partial<NetboxArguments>) => {
      const options = { source, section, dryRun, accept, json };
      const run = async (terminal: Terminal): Promise<boolean> => {
        const { report, rows } = await importNetbox(source, options, terminal);
        const imported = rows?.imported ?? false;
        if (json) terminal.print(`${printJson({ ...report, imported, dryRun, rows: rows ?? null })}\n`);
        else terminal.print([...findingLines(report, dryRun), rows ? textOfReport(rows, dryRun) : ''].join('\n'));
        return rows?.failed === 0;
      };
      chosen({ name: 'import netbox', options, run });
    });
