import { codeOf } from '../../../../application/ports/storage-error.js';
import { type PasswordInput, readPassword } from '../../password-input.js';
import type { AccessWords } from '../../program-work.js';
import { UsageError } from '../../usage-error.js';

/** Access to a MySQL server. */
interface SourceAccess {
  readonly password: string | undefined;
  readonly tls: { readonly ca?: string } | undefined;
}

/** Reads a text file. @throws errors with a code of the system */
type ReadText = (path: string) => string;

/** @param password from the environment @throws UsageError for unreadable files and an empty password */
export async function accessOf(
  { passwordFile, tls, tlsCa }: AccessWords,
  password: string | null,
  input: PasswordInput,
  readText: ReadText,
): Promise<SourceAccess> {
  return {
    password: passwordFile === undefined ? (password ?? undefined) : await passwordIn(passwordFile, input, readText),
    tls: tlsCa === undefined ? (tls ? {} : undefined) : { ca: contentOf('--tls-ca', tlsCa, readText) },
  };
}

async function passwordIn(path: string, input: PasswordInput, readText: ReadText): Promise<string> {
  if (path === '-') return readPassword({ input, prompt: () => {} });
  const [line = ''] = contentOf('--password-file', path, readText).split(/\r?\n/);
  if (line === '') throw new UsageError(`--password-file: the first line of ${path} is empty`);
  return line;
}

function contentOf(option: string, path: string, readText: ReadText): string {
  try {
    return readText(path);
  } catch (error) {
    throw new UsageError(`${option} names a file that cannot be read (${codeOf(error)}): ${path}`);
  }
}
