import type { AddCommand } from '../../invocation.js';
import { printJson } from '../../printing.js';
import type { ArchiveFile, ProgramWork, Verification } from '../../program-work.js';
import { jsonOption } from '../../subject-command.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';

interface RestoreOptions extends ArchiveFile {
  readonly replace: boolean;
  readonly json: boolean;
}

export const addRestore: AddCommand = (program, chosen, work) =>
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
      const run = (terminal: Terminal) => (verify ? verifyFile : restoreFile)(work, options, terminal);
      chosen({ name: 'restore', options: { ...options, verify }, run });
    });

async function restoreFile({ restore }: ProgramWork, options: RestoreOptions, terminal: Terminal): Promise<boolean> {
  let hasProblems = false;
  await restore(options, terminal, ({ rows, findings }) => {
    if (options.json) terminal.print(`${printJson({ file: options.file, rows, findings })}\n`);
    else terminal.print([`${rows} rows were restored`, ...findings.map(({ text }) => text), ''].join('\n'));
    hasProblems = findings.length > 0;
  });
  return !hasProblems;
}

async function verifyFile({ verify }: ProgramWork, options: RestoreOptions, terminal: Terminal): Promise<boolean> {
  const verification = await verify(options, terminal);
  const { differences, findings } = verification;
  const text = options.json ? printJson({ file: options.file, ...verification }) : linesOf(verification).join('\n');
  terminal.print(`${text}\n`);
  return differences.length === 0 && findings.length === 0;
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
