import { readFileSync, statSync } from 'node:fs';

const packageFile = new URL('../../package.json', import.meta.url);

/** The version in package.json, above the folder of the compiled files. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  return version;
}

/** When the program was installed. */
export const installedAt = (): Date => statSync(packageFile).mtime;
