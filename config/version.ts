import { readFileSync } from 'node:fs';

/** The version in package.json, above the folder of the compiled files. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}
