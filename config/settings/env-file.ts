import { parseEnv } from 'node:util';
import { readBounded } from './bounded-file.js';
import { ConfigurationError } from './configuration-error.js';

/** Returns an empty object if there is no such file. @throws ConfigurationError if the file is unreadable */
export function readEnvironmentFile(path: string): Readonly<Record<string, string | undefined>> {
  let text: string;
  try {
    text = readBounded(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return {};
    throw new ConfigurationError(path, `cannot be read: ${code === 'EISDIR' ? 'it is a directory' : String(code)}`);
  }
  return parseEnv(text);
}
