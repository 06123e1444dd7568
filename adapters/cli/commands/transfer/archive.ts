import type { Command } from 'commander';
import { type AddCommand, numberOf } from '../../invocation.js';
import { printJson } from '../../printing.js';
import { jsonOption } from '../../subject-command.js';
import type { Terminal } from '../../terminal.js';
import { addExportCsv } from './csv.js';

export const addExport: AddCommand = (program, chosen, work) => {
  const command: Command = program
    .command('export')
    .description('write a consistent snapshot of all data into a file as lines of JSON; secrets are stored as digests')
    .usage('FILE [options] | csv KIND [FILE]')
    .argument('<FILE>', 'compressed when the name ends in .gz, encrypted when it ends in .age')
    .addOption(jsonOption());
  command.action((file: string, { json = false }: { json?: boolean }) => {
    const run = async (terminal: Terminal): Promise<boolean> => {
      const rows = await work.exportTo(file, terminal);
      terminal.print(json ? `${printJson({ file, rows })}\n` : `${rows} rows were written to ${file}\n`);
      return true;
    };
    chosen({ name: 'export', options: { file, json }, run });
  });
  addExportCsv(command, chosen, work);
};

export const addBackup: AddCommand = (program, chosen, { backUp }) =>
  void program
    .command('backup')
    .description('write all data into a new file in a directory or a bucket, and remove the oldest files')
    .usage('DIR [options]')
    .argument('<DIR>', 'directory, created when missing, or s3://BUCKET/PREFIX')
    .option('--keep <N>', 'number of files to retain (default: all)', numberOf('--keep must be a number from 1 to 9999', 1, 9999))
    .addOption(jsonOption())
    .action((directory: string, { keep, json = false }: { keep?: number; json?: boolean }) => {
      const options = { directory, keep, json };
      const run = async (terminal: Terminal): Promise<boolean> => {
        const { file, rows, removed } = await backUp(directory, keep, terminal);
        if (json) terminal.print(`${printJson({ file, rows, removed })}\n`);
        else terminal.print([`${rows} rows were written to ${file}`, ...removed.map((name) => `removed ${name}`), ''].join('\n'));
        return true;
      };
      chosen({ name: 'backup', options, run });
    });
