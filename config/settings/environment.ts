import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { codeOf } from '../../application/ports/storage-error.js';
import { ConfigurationError } from './values.js';

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
    const code = codeOf(error) || 'unknown error';
    throw new ConfigurationError('CREDENTIALS_DIRECTORY', `cannot be read: ${code}`);
  }
}

/** Returns an empty object if there is no such file. @throws ConfigurationError if the file is unreadable */
export function readEnvironmentFile(path: string): Readonly<Record<string, string | undefined>> {
  let text: string;
  try {
    text = readBounded(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return {};
    throw new ConfigurationError(path, `cannot be read: ${code === 'EISDIR' ? 'it is a directory' : code}`);
  }
  return parseEnv(text);
}

const chunkBytes = 65_536;

/** Reads a file, which may be a pipe or an endless device. @throws Error with the system's code, or EFBIG above maxBytes */
export function readBounded(path: string, maxBytes = 16_777_216): string {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let length = 0; ; ) {
      const chunk = Buffer.alloc(chunkBytes);
      const read = readSync(file, chunk);
      if (read === 0) return Buffer.concat(chunks).toString('utf8');
      length += read;
      if (length > maxBytes) throw Object.assign(new Error(`${path} has more than ${maxBytes} bytes`), { code: 'EFBIG' });
      chunks.push(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
