import { type PasswordInput, readPassword, UsageError } from '../../../adapters/cli/index.js';
import type { MySqlAccess } from '../../../adapters/phpipam/index.js';
import { readBounded } from '../../settings/environment.js';

export interface AccessWords {
  /** A path, or - for standard input. */
  readonly passwordFile?: string;
  readonly tls?: boolean;
  readonly tlsCa?: string;
}

export const accessOptions = {
  passwordFile: [
    '--password-file <FILE>',
    'file with the database password in its first line, instead of HEXIPAM_IMPORT_PASSWORD; -: standard input',
  ],
  tls: ['--tls', 'connect to the database over TLS only; its certificate must be valid for its host'],
  tlsCa: ['--tls-ca <FILE>', 'as --tls; the certificates in the file (PEM) are trusted instead of the usual authorities'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

/** @param password from the environment @throws UsageError for unreadable files and an empty password */
export async function accessOf(
  { passwordFile, tls, tlsCa }: AccessWords,
  password: string | null,
  input: PasswordInput,
): Promise<MySqlAccess> {
  return {
    password: passwordFile === undefined ? (password ?? undefined) : await passwordIn(passwordFile, input),
    tls: tlsCa === undefined ? (tls ? {} : undefined) : { ca: textOf('--tls-ca', tlsCa) },
  };
}

async function passwordIn(path: string, input: PasswordInput): Promise<string> {
  if (path === '-') return readPassword({ input, prompt: () => {} });
  const [line = ''] = textOf('--password-file', path).split(/\r?\n/);
  if (line === '') throw new UsageError(`--password-file: the first line of ${path} is empty`);
  return line;
}

function textOf(option: string, path: string): string {
  try {
    return readBounded(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`${option} names a file that cannot be read (${code}): ${path}`);
  }
}
