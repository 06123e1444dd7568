import { join } from 'node:path';
import type { Command } from 'commander';
import { readFileBytes, writeFile } from '../../../adapters/archive/index.js';
import { jsonOption, printJson, readRowLines, rowLines } from '../../../adapters/cli/index.js';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { type NetboxSource, NetboxTables, netboxFile, netboxSite } from '../../../adapters/netbox/index.js';
import { losses } from '../../../application/transfer/register/problems.js';
import type { ImportReport } from '../../../application/transfer/register/report.js';
import { type Loss, lossNames } from '../../../domain/transfer/loss.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import type { Terminal } from '../../terminal.js';
import type { Invocation } from '../invocation.js';
import { textOfReport } from './csv.js';
import { findingLines, lossesOf } from './losses.js';
import { type Progress, withProgress } from './progress.js';
import { importRows, progressOn } from './rows.js';
import { withTemporaryFolder } from './temporary-folder.js';

interface NetboxArguments {
  readonly section: string;
  readonly dryRun: boolean;
  readonly accept: readonly Loss[];
  readonly json: boolean;
}

export function addImportNetbox(command: Command, chosen: (invocation: Invocation) => void): void {
  command
    .command('netbox')
    .description('import from the API of a NetBox (token in HEXIPAM_NETBOX_TOKEN) or from a file of its lists; can be repeated')
    .usage('SOURCE [options]')
    .argument('<SOURCE>', 'https://netbox.example/, or a file of JSON: {"prefixes": {"count", "next", "results"}, ...}')
    .option('--section <NAME>', 'section for the subnets; created when missing', 'NetBox')
    .option('--dry-run', 'report imported records and losses, but write nothing')
    .option('--accept <KIND,...>', 'accepted losses, or all', lossesOf)
    .addOption(jsonOption())
    .addHelpText('after', `\nLosses:\n${lossNames.map((name) => `  ${name.padEnd(14)}${losses[name]}`).join('\n')}`)
    .action((source: string, { section = 'NetBox', dryRun = false, accept = [], json = false }: Partial<NetboxArguments>) => {
      const options = { source, section, dryRun, accept, json };
      chosen({
        name: 'import netbox',
        options,
        run: (terminal) => importNetbox(readProcessConfiguration(), source, options, terminal),
      });
    });
}

const sourceOf = async (source: string, { netboxToken }: ServiceConfiguration): Promise<NetboxSource> =>
  /^https?:\/\//i.test(source)
    ? netboxSite(new NodeHttpClient(), source, netboxToken ?? undefined)
    : netboxFile(readFileBytes(source));

async function importNetbox(
  configuration: ServiceConfiguration,
  source: string,
  words: NetboxArguments,
  terminal: Terminal,
): Promise<boolean> {
  const { dryRun } = words;
  const { report, rows } = await withProgress(terminal, (progress) =>
    withTemporaryFolder('hexipam-netbox-', async (folder) => {
      const file = join(folder, 'tables');
      const report = await readInto(file, await sourceOf(source, configuration), words, progress);
      if (report.refused.length > 0) return { report, rows: undefined };
      const tables = await readRowLines(file);
      return { report, rows: await importRows(configuration, tables, { dryRun, update: true }, progressOn(progress, terminal)) };
    }),
  );
  const imported = rows?.imported ?? false;
  if (words.json) terminal.print(`${printJson({ ...report, imported, dryRun, rows: rows ?? null })}\n`);
  else terminal.print([...findingLines(report, dryRun), rows ? textOfReport(rows, dryRun) : ''].join('\n'));
  return rows?.failed === 0;
}

/** Reads everything before the first write. Other writers do not wait for NetBox. */
async function readInto(
  file: string,
  source: NetboxSource,
  { section, accept }: NetboxArguments,
  progress: Progress,
): Promise<ImportReport> {
  const netbox = new NetboxTables(source, section, progress.show);
  await writeFile(file, rowLines(await netbox.tables()));
  netbox.reportLeftovers();
  return netbox.findings.report(false, new Set(accept));
}
