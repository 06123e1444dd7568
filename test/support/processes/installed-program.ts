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
