import { existsSync } from 'node:fs';
import { installed } from '../../../../support/processes/installed-program.js';

/** Programs of the drill with their Debian packages. */
const programs = [
  ['ip', 'iproute2'],
  ['setpriv', 'util-linux'],
  ['patroni', 'patroni'],
  ['patronictl', 'patroni'],
  ['etcd', 'etcd-server'],
  ['haproxy', 'haproxy'],
  ['pgbouncer', 'pgbouncer'],
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['/usr/lib/python3/dist-packages/etcd', 'python3-etcd'],
] as const;

/** Whether a program, or a file at an absolute path, exists. */
const isThere = (name: string): boolean => (name.startsWith('/') ? existsSync(name) : installed(name) !== undefined);

/**
 * The reason why the drill cannot run on this host, with the remedy. Undefined when it can run.
 * @param has whether a program or file exists
 */
export function missingFor(isRoot: boolean, has: (name: string) => boolean = isThere): string | undefined {
  const packages = new Set<string>(programs.flatMap(([program, name]) => (has(program) ? [] : [name])));
  if (packages.size > 0)
    return `the drill needs programs that are not installed (Debian 12): apt-get install ${[...packages].join(' ')}`;
  return isRoot ? undefined : 'the drill makes network namespaces: run it as root';
}
