import { accessSync, constants } from 'node:fs';

/** Where a program of the system is; undefined: it is not installed. */
export const installed = (name: string): string | undefined =>
  ['/usr/bin', '/usr/sbin', '/bin', '/sbin', '/usr/local/bin', '/usr/local/sbin']
    .map((directory) => `${directory}/${name}`)
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** What the title of a suite says behind itself where it is left out, as programs are not installed; else nothing. */
export function leftOutWithout(...programs: readonly string[]): string {
  const missing = programs.filter((name) => !installed(name));
  return missing.length === 0 ? '' : ` (left out: ${missing.join(' and ')} not installed, .ci/run installs what is missing)`;
}

/** As leftOutWithout, for suites that make networks of their own. */
export const leftOutWithoutNetworks = (): string =>
  process.getuid?.() === 0 ? leftOutWithout('ip', 'ping') : ' (left out: only root may make networks)';
