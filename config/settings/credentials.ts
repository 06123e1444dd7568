import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from './configuration-error.js';

/**
 * Variables from a directory of secrets: one file each, with the name of the variable. systemd (LoadCredential=) names this
 * directory in CREDENTIALS_DIRECTORY; secrets of Kubernetes and of compose are mounted as such a directory.
 * @param names the variables that are read; other files are ignored
 * @returns the texts without the line break at their end; none when there is no directory
 * @throws ConfigurationError when the directory or a file cannot be read
 */
export function readCredentials(directory: string | undefined, names: readonly string[]): Readonly<Record<string, string>> {
  if (!directory) return {};
  try {
    const files = readdirSync(directory).filter((name) => names.includes(name));
    return Object.fromEntries(files.map((name) => [name, readFileSync(join(directory, name), 'utf8').replace(/\r?\n$/, '')]));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigurationError('CREDENTIALS_DIRECTORY', `cannot be read: ${code}`);
  }
}
