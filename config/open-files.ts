import { openFileLimit } from '../adapters/system/index.js';
import { codeOf, StorageError } from '../application/ports/storage-error.js';
import type { ServiceConfiguration } from './settings/settings.js';
import { storageOf } from './storages.js';

/** Minimum for commands that use a database: modules, pipes, the database, a few connections. */
const minOpenFiles = 128;

/** Files of the process: modules, pipes, locks, listeners. */
const ownFiles = 64;

/** PostgreSQL's minimum for its start, and its default maximum. */
const databaseFiles = { min: 64, max: 1000 } as const;

const howToRaise = 'raise it, e.g. by ulimit -n 4096, LimitNOFILE=4096 (systemd) or --ulimit nofile=4096 (Docker)';

/** Returns the number of open files for an embedded database: half of the limit. */
export const maxDatabaseFiles = (limit: number | undefined = openFileLimit()): number =>
  Math.min(databaseFiles.max, Math.max(databaseFiles.min, Math.floor((limit ?? Number.POSITIVE_INFINITY) / 2)));

/** @throws StorageError if the limit is too low for a database */
export function requireOpenFiles(limit: number | undefined = openFileLimit()): void {
  if (limit === undefined || limit >= minOpenFiles) return;
  throw new StorageError(`the limit of open files is ${limit}, at least ${minOpenFiles} are needed: ${howToRaise}`, 'defect');
}

/** Returns a warning if the limit is too low for the configured number of requests. */
export function openFilesWarning(
  { databaseUrl, poolSize, maxRequests }: Pick<ServiceConfiguration, 'databaseUrl' | 'poolSize' | 'maxRequests'>,
  limit: number | undefined = openFileLimit(),
): string | undefined {
  if (limit === undefined) return undefined;
  const isServer = storageOf(databaseUrl).directoryOf(databaseUrl) === undefined;
  const left = Math.max(0, limit - ownFiles - (isServer ? 2 * poolSize : maxDatabaseFiles(limit)));
  if (left >= maxRequests) return undefined;
  return `the limit of open files is ${limit}, which leaves ${left} files for ${maxRequests} concurrent requests: ${howToRaise}`;
}

/** Returns a message for an error caused by the open file limit. */
export function openFilesProblem(error: unknown, limit: number | undefined = openFileLimit()): string | undefined {
  const codes = [error, error instanceof Error ? error.cause : undefined].map(codeOf);
  if (codes.includes('ENFILE')) return 'all files of this machine are in use: raise its limit, e.g. by sysctl fs.file-max';
  if (!codes.includes('EMFILE')) return undefined;
  return `too many open files${limit === undefined ? '' : `, the limit is ${limit}`}: ${howToRaise}`;
}
