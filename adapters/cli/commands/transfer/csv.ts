import { Argument, Option } from 'commander';
import { SourceError } from '../../../../application/ports/register.js';
import { noPreset, presetNames } from '../../../../application/transfer/rows/presets.js';
import { readRowMapping } from '../../../../application/transfer/rows/row-mapping.js';
import type { RowMapping } from '../../../../application/transfer/rows/table.js';
import { type RowKind, rowKindOf, rowKinds, rowWord } from '../../../../domain/transfer/columns.js';
import type { AddCommand } from '../../invocation.js';
import { hintAt } from '../../near-words.js';
import { printJson } from '../../printing.js';
import type { ProgramWork } from '../../program-work.js';
import { type Progress, withProgress } from '../../progress.js';
import type { RowArguments } from '../../row-errors.js';
import type { RowProgress } from '../../socket/row-client.js';
import { jsonOption } from '../../subject-command.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';
import { printedReport, sourceText, textOfReport } from './row-report.js';

const kindNames = rowKinds.map(rowWord);

function kindNamed(word: string): RowKind {
  const kind = rowKindOf(word);
  if (!kind)
    throw new UsageError(`KIND must be one of ${kindNames.join(', ')}, not ${JSON.stringify(word)}${hintAt(word, kindNames)}`);
  return kind;
}

/** `choices` is for shell completion only; `kindNamed` reports invalid kinds. */
const kindArgument = (): Argument =>
  new Argument('<KIND>', kindNames.join(', ')).choices(kindNames).argParser((word: string) => word);

const rowOptions = (): readonly Option[] => [
  new Option('--section <NAME>', 'section of rows without one (name or ID)'),
  new Option('--vrf <NAME>', 'VRF of rows without one (name or ID); 0: none'),
  new Option('--update', 'change existing records'),
  new Option('--dry-run', 'report the result, but write nothing'),
  jsonOption(),
];

export const addImportCsv: AddCommand = (command, chosen, work) => {
  const csv = command
    .command('csv')
    .description('import a CSV file, an export of another program, or a lease file: all rows or none')
    .usage('KIND FILE [options]')
    .addArgument(kindArgument())
    .argument('<FILE>', 'CSV file with any delimiter and encoding, compressed or not')
    .option(
      '--map <TITLE=COLUMN|FILE>',
      'map a column title to a column (-: ignore), or read a mapping from a JSON file; repeatable',
      mapping,
      {},
    )
    .addOption(
      new Option(
        '--preset <NAME>',
        `columns of another program, otherwise recognized by the titles; ${noPreset}: no preset`,
      ).choices([...presetNames, noPreset]),
    )
    .option('--skip-unknown', 'ignore unknown columns')
    .option(
      '--create-missing',
      'create sections, customers, locations, L2 domains, VLANs, VRFs and devices that rows name and that do not exist',
    );
  for (const option of rowOptions()) csv.addOption(option);
  csv.option(
    '--in-batches',
    'write addresses in batches that do not block other clients; written batches are not undone when a later batch fails',
  );
  csv.action((word: string, file: string, { map = {}, json = false, preset, skipUnknown, ...input }: CsvArguments) => {
    const words = { dryRun: false, update: false, ...input };
    const chosenMapping = { ...(preset !== undefined && { preset }), ...(skipUnknown && { skipUnknown }) };
    const options = { kind: word, file, map, json, ...chosenMapping, ...words };
    const kind = kindNamed(word);
    if (words.inBatches && kind !== 'address') throw new UsageError('--in-batches is only supported for addresses');
    if (words.inBatches && words.createMissing) throw new UsageError('--create-missing and --in-batches cannot be combined');
    const run = (terminal: Terminal) => importCsv(work, { file, map, json, kind, words, mapping: chosenMapping }, terminal);
    chosen({ name: 'import csv', options, run });
  });
};

type Columns = Readonly<Record<string, string>>;

interface MapArguments {
  readonly columns?: Columns;
  readonly mapFile?: string;
}

type CsvArguments = Partial<RowArguments> &
  Pick<RowMapping, 'preset' | 'skipUnknown'> & { readonly map?: MapArguments; readonly json?: boolean };

function mapping(word: string, before: MapArguments): MapArguments {
  const at = word.lastIndexOf('=');
  if (at < 0 && before.mapFile === undefined && word !== '') return { ...before, mapFile: word };
  if (at < 1 || at === word.length - 1) throw new UsageError('--map must be TITLE=COLUMN, e.g. --map "IP address=ip", or a file');
  return { ...before, columns: { ...before.columns, [word.slice(0, at)]: word.slice(at + 1) } };
}

const maxMapping = 1_048_576;

/** Arguments take precedence over the file. @throws SourceError */
async function mappingOf({ columns, mapFile }: MapArguments, options: RowMapping, work: ProgramWork): Promise<RowMapping> {
  const stored = mapFile === undefined ? {} : readRowMapping(await jsonIn(mapFile, work));
  if (!columns) return { ...stored, ...options };
  if (Array.isArray(stored.columns)) throw new SourceError(`${mapFile} lists all columns: --map TITLE=COLUMN cannot change them`);
  return { ...stored, ...options, columns: { ...stored.columns, ...columns } };
}

async function jsonIn(file: string, { readFile }: ProgramWork): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of readFile(file)) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > maxMapping) throw new SourceError(`${file} is longer than ${maxMapping} characters`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError(`${file} is not a JSON file`);
  }
}

interface CsvImport {
  readonly kind: RowKind;
  readonly file: string;
  readonly map: MapArguments;
  readonly mapping: RowMapping;
  readonly json: boolean;
  readonly words: RowArguments;
}

async function importCsv(
  work: ProgramWork,
  { kind, file, map, mapping: options, json, words }: CsvImport,
  terminal: Terminal,
): Promise<boolean> {
  const { importRows } = work.connectRows();
  const { table, report } = await withProgress(terminal, async (progress) => {
    const table = await work.readTable(kind, file, await mappingOf(map, options, work));
    return { table, report: await importRows([table], words, rowProgressOn(progress, terminal)) };
  });
  if (json) terminal.print(`${printJson({ file, ...table.source, dryRun: words.dryRun, ...printedReport(report) })}\n`);
  else terminal.print(`${file}: ${sourceText(table.source)}\n${textOfReport(report, words.dryRun)}`);
  return report.failed === 0;
}

const progressThreshold = 1000;

export const rowProgressOn = (progress: Progress, { prompt }: Pick<Terminal, 'prompt'>): RowProgress => ({
  progressed: progress.show,
  othersWait(rows) {
    if (rows < progressThreshold) return;
    progress.end();
    prompt(`other requests wait while these ${rows} rows are written (for addresses, --in-batches avoids this)\n`);
  },
});

export const addExportCsv: AddCommand = (command, chosen, { connectRows, writeFile }) =>
  void command
    .command('csv')
    .description('write records of one kind as CSV for a later import')
    .usage('KIND [FILE] [options]')
    .addArgument(kindArgument())
    .argument('[FILE]', 'compressed when the name ends in .gz (default: standard output)')
    .option('--section <NAME>', 'only subnets and addresses of this section (name or id)')
    .action((word: string, file: string | undefined, { section }: { section?: string }) => {
      const kind = kindNamed(word);
      const run = async (terminal: Terminal): Promise<boolean> => {
        await connectRows().exportRows(kind, section, (texts) =>
          file === undefined ? printTexts(texts, terminal) : writeFile(file, texts),
        );
        return true;
      };
      chosen({ name: 'export csv', options: { kind: word, file, section }, run });
    });

async function printTexts(texts: AsyncIterable<string | Uint8Array>, terminal: Terminal): Promise<void> {
  const decoder = new TextDecoder();
  for await (const text of texts) {
    terminal.print(typeof text === 'string' ? text : decoder.decode(text, { stream: true }));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
