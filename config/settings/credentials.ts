import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from './configuration-error.js';

/**
 * Reads variables from a directory of secrets with one file for each variable: systemd's CREDENTIALS_DIRECTORY
 * (LoadCredential=), or a secrets mount of Kubernetes or compose. Removes a trailing line break. Other files are ignored.
 * @throws ConfigurationError if the directory or a file is unreadable
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
