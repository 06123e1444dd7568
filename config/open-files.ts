/** The limit of open files: what the service needs of it, and sentences for people about it. */
import { openFileLimit } from '../adapters/system/index.js';
import { StorageError } from '../application/ports/storage-error.js';
import type { ServiceConfiguration } from './settings/settings.js';
import { storageOf } from './storages.js';

/** Files without which no command that uses a database starts: modules, pipes, the database, a few connections. */
const minOpenFiles = 128;

/** Files of the process itself: modules, pipes, locks, listeners. */
const ownFiles = 64;

/** PostgreSQL starts with no fewer, and uses no more by itself. */
const databaseFiles = { min: 64, max: 1000 } as const;

const howToRaise = 'raise it, e.g. by ulimit -n 4096, LimitNOFILE=4096 (systemd) or --ulimit nofile=4096 (Docker)';

/** Files that an embedded database may have open: half of the limit. */
export const maxDatabaseFiles = (limit: number | undefined = openFileLimit()): number =>
  Math.min(databaseFiles.max, Math.max(databaseFiles.min, Math.floor((limit ?? Number.POSITIVE_INFINITY) / 2)));

/** @throws StorageError when this process may open too few files for a database */
export function requireOpenFiles(limit: number | undefined = openFileLimit()): void {
  if (limit === undefined || limit >= minOpenFiles) return;
  throw new StorageError(`the limit of open files is ${limit}, at least ${minOpenFiles} are needed: ${howToRaise}`, 'defect');
}

/** A warning where clients may open more connections than the limit of open files admits; else undefined. */
export function openFilesWarning(
  { databaseUrl, poolSize, maxRequests }: Pick<ServiceConfiguration, 'databaseUrl' | 'poolSize' | 'maxRequests'>,
  limit: number | undefined = openFileLimit(),
): string | undefined {
  if (limit === undefined) return undefined;
  const isServer = storageOf(databaseUrl).directoryOf(databaseUrl) === undefined;
  const left = Math.max(0, limit - ownFiles - (isServer ? 2 * poolSize : maxDatabaseFiles(limit)));
  if (left >= maxRequests) return undefined;
  return `the limit of open files is ${limit}, which leaves ${left} for ${maxRequests} requests at the same time: ${howToRaise}`;
}

/** The sentence for an error that the limit of open files caused; undefined for other errors. */
export function openFilesProblem(error: unknown, limit: number | undefined = openFileLimit()): string | undefined {
  const codes = [error, error instanceof Error ? error.cause : undefined].map((thrown) =>
    thrown instanceof Error && 'code' in thrown ? thrown.code : undefined,
  );
  if (codes.includes('ENFILE')) return 'all files of this machine are in use: raise its limit, e.g. by sysctl fs.file-max';
  if (!codes.includes('EMFILE')) return undefined;
  return `too many open files${limit === undefined ? '' : `, the limit is ${limit}`}: ${howToRaise}`;
}
