import { embeddedPostgres, postgresServer } from '../adapters/knex/drivers.js';
import { memoryStorage } from '../adapters/memory/driver.js';
import type { DatabaseUrlForm, StorageDriver } from '../application/ports/database.js';

const storages: readonly StorageDriver[] = [embeddedPostgres, memoryStorage, postgresServer];

const forms: readonly DatabaseUrlForm[] = storages.flatMap(({ urls }) => urls);

export const isDatabaseUrl = (url: string): boolean => forms.some(({ pattern }) => pattern.test(url));

export const databaseUrlForms = (show: (form: DatabaseUrlForm) => string): string => {
  const texts = forms.map(show);
  return `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
};

/** @throws TypeError for an unknown scheme */
export function storageOf(url: string): StorageDriver {
  const scheme = url.slice(0, Math.max(0, url.indexOf(':')));
  const storage = storages.find(({ urls }) => urls.some(({ schemes }) => schemes.includes(scheme)));
  if (storage) return storage;
  const known = forms.flatMap(({ schemes }) => schemes);
  throw new TypeError(`a database URL starts with ${known.join(':, ')}:, not ${scheme}:`);
}

/** Whether the database outlives the process. @throws TypeError for an unknown scheme */
export function isPersistent(url: string): boolean {
  const { isShared, directoryOf } = storageOf(url);
  return isShared || directoryOf(url) !== undefined;
}
