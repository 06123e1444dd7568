import { join } from 'node:path';
import { readFileBytes, writeFile } from '../../../adapters/archive/index.js';
import {
  type NetboxOptions,
  type ProgramWork,
  type Progress,
  readRowLines,
  rowLines,
  rowProgressOn,
  withProgress,
} from '../../../adapters/cli/index.js';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { type NetboxSource, NetboxTables, netboxFile, netboxSite } from '../../../adapters/netbox/index.js';
import type { ImportReport } from '../../../application/transfer/register/report.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import { importRows } from './rows.js';
import { withTemporaryFolder } from './temporary-folder.js';

const sourceOf = async (source: string, { netboxToken }: ServiceConfiguration): Promise<NetboxSource> =>
  /^https?:\/\//i.test(source)
    ? netboxSite(new NodeHttpClient(), source, netboxToken ?? undefined)
    : netboxFile(readFileBytes(source));

export const importNetbox: ProgramWork['importNetbox'] = async (source, options, terminal) => {
  const configuration = readProcessConfiguration();
  return withProgress(terminal, (progress) =>
    withTemporaryFolder('hexipam-netbox-', async (folder) => {
      const file = join(folder, 'tables');
      const report = await readInto(file, await sourceOf(source, configuration), options, progress);
      if (report.refused.length > 0) return { report, rows: undefined };
      const tables = await readRowLines(file);
      const words = { dryRun: options.dryRun, update: true };
      return { report, rows: await importRows(configuration, tables, words, rowProgressOn(progress, terminal)) };
    }),
  );
};

/** Reads everything before the first write. Other writers do not wait for NetBox. */
async function readInto(
  file: string,
  source: NetboxSource,
  { section, accept }: NetboxOptions,
  progress: Progress,
): Promise<ImportReport> {
  const netbox = new NetboxTables(source, section, progress.show);
  await writeFile(file, rowLines(await netbox.tables()));
  netbox.reportLeftovers();
  return netbox.findings.report(false, new Set(accept));
}
