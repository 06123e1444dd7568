import { readFileSync, statSync } from 'node:fs';

const packageFile = new URL('../../package.json', import.meta.url);

/** The package.json is in the parent folder of the compiled files. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  return version;
}

export const installedAt = (): Date => statSync(packageFile).mtime;
