import { accessSync, constants } from 'node:fs';

/** Path of a system program; undefined when it is not installed. */
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

/** The suffix of the title of a suite that is skipped because programs are missing; empty when it can run. */
export function leftOutWithout(...programs: readonly string[]): string {
  const missing = programs.filter((name) => !installed(name));
  return missing.length === 0 ? '' : ` (left out: ${missing.join(' and ')} not installed, .ci/run installs what is missing)`;
}

/** Like leftOutWithout, for suites that create networks. */
export const leftOutWithoutNetworks = (): string =>
  process.getuid?.() === 0 ? leftOutWithout('ip', 'ping') : ' (left out: only root may make networks)';
