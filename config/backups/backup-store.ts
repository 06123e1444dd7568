import type { BackupOptions } from '../../adapters/archive/index.js';

export interface BackupFile {
  readonly name: string;
  /** Begin of the backup. */
  readonly at: Date;
  readonly bytes: number;
}

/** A place for backups: a directory or a bucket. */
export interface BackupStore {
  /** Makes the place usable, and removes what killed backups left. */
  prepare(): Promise<void>;
  /** Complete backups, the oldest first: see {@link backupsIn}. */
  list(): Promise<readonly BackupFile[]>;
  /**
   * Writes a backup and reads it back.
   * @param name see {@link backupName}
   * @returns its path or URL
   * @throws errors of the place; SourceError if the stored backup is not the archive that was written
   */
  write(name: string, pieces: AsyncIterable<string | Uint8Array>, options: BackupOptions): Promise<string>;
  remove(name: string): Promise<void>;
}

/** Names of backups sort by time: hexipam-YYYYMMDDTHHMMSSmmmZ.jsonl.gz, with .age if encrypted. */
const nameForm = /^hexipam-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.jsonl\.gz(\.age)?$/;

/** Names from a clock that was wrong, further in the future than this, in milliseconds, are no backups of ours. */
const clockSkewMs = 300_000;

/** The name of a new backup. */
export const backupName = (at: Date, isEncrypted: boolean): string =>
  `hexipam-${at.toISOString().replace(/[-:.]/g, '')}.jsonl.gz${isEncrypted ? '.age' : ''}`;

/**
 * The backups among stored files, the oldest first. Empty files and files with a time in the future are left out, so they count for
 * nothing and are never removed.
 */
export const backupsIn = (files: readonly { readonly name: string; readonly bytes: number }[]): readonly BackupFile[] =>
  files
    .flatMap(({ name, bytes }) => {
      const at = timeOf(name);
      return at && bytes > 0 && at.getTime() <= Date.now() + clockSkewMs ? [{ name, at, bytes }] : [];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Removes the oldest backups. @returns their names */
export async function removeAllBut(keep: number, store: BackupStore): Promise<readonly string[]> {
  const names = (await store.list()).map(({ name }) => name);
  const removed = names.slice(0, Math.max(0, names.length - keep));
  for (const name of removed) await store.remove(name);
  return removed;
}

function timeOf(name: string): Date | undefined {
  const [, ...parts] = nameForm.exec(name) ?? [];
  const [year, month, day, hour, minute, second, millisecond] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
