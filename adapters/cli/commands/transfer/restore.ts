import type { Finding } from '../../../../application/ports/consistency.js';
import type { AddCommand } from '../../invocation.js';
import { printJson } from '../../printing.js';
import { jsonOption } from '../../subject-command.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';

interface RestoreOptions {
  readonly file: string;
  /** File with the private keys of an encrypted file. */
  readonly identity: string | undefined;
  readonly replace: boolean;
  readonly json: boolean;
}

interface Restored {
  readonly rows: number;
  readonly findings: readonly Finding[];
}

export interface Verification extends Restored {
  readonly tables: number;
  readonly schema: { readonly archived: number; readonly current: number };
  readonly differences: readonly string[];
}

type ArchiveFile = Pick<RestoreOptions, 'file' | 'identity'>;

export interface RestoreArchive {
  /** @param report called before the database is closed */
  restore(
    source: ArchiveFile & Pick<RestoreOptions, 'replace'>,
    terminal: Terminal,
    report: (restored: Restored) => void,
  ): Promise<void>;
  verify(source: ArchiveFile, terminal: Terminal): Promise<Verification>;
}

export const addRestore =
  (archive: RestoreArchive): AddCommand =>
  (program, chosen) =>
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
        if (verify && replace)
          throw new UsageError('--verify does not change the database: it cannot be combined with --replace');
        const options = { file, replace, identity, json };
        const run = (terminal: Terminal) => (verify ? verifyFile : restoreFile)(archive, options, terminal);
        chosen({ name: 'restore', options: { ...options, verify }, run });
      });

async function restoreFile(archive: RestoreArchive, options: RestoreOptions, terminal: Terminal): Promise<boolean> {
  let hasProblems = false;
  await archive.restore(options, terminal, ({ rows, findings }) => {
    if (options.json) terminal.print(`${printJson({ file: options.file, rows, findings })}\n`);
    else terminal.print([`${rows} rows were restored`, ...findings.map(({ text }) => text), ''].join('\n'));
    hasProblems = findings.length > 0;
  });
  return !hasProblems;
}

async function verifyFile(archive: RestoreArchive, options: RestoreOptions, terminal: Terminal): Promise<boolean> {
  const verification = await archive.verify(options, terminal);
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
