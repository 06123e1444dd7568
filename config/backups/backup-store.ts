import type { BackupOptions } from '../../adapters/archive/index.js';

export interface BackupFile {
  readonly name: string;
  /** Start of the backup. */
  readonly at: Date;
  readonly bytes: number;
}

export interface BackupStore {
  /** Creates the location if necessary. Removes unfinished backups of killed processes. */
  prepare(): Promise<void>;
  /** Complete backups, the oldest first; see {@link backupsIn}. */
  list(): Promise<readonly BackupFile[]>;
  /**
   * Writes a backup and verifies the stored bytes. Returns its path or URL.
   * @param name see {@link backupName}
   * @throws errors of the location; SourceError if the stored backup differs from the archive
   */
  write(name: string, pieces: AsyncIterable<string | Uint8Array>, options: BackupOptions): Promise<string>;
  remove(name: string): Promise<void>;
}

/** Names of backups sort by time: hexipam-YYYYMMDDTHHMMSSmmmZ.jsonl.gz, with .age if encrypted. */
const nameForm = /^hexipam-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.jsonl\.gz(\.age)?$/;

/** Tolerated clock difference. Names with a later time are ignored, because a wrong clock created them. */
const clockSkewMs = 300_000;

export const backupName = (at: Date, isEncrypted: boolean): string =>
  `hexipam-${at.toISOString().replace(/[-:.]/g, '')}.jsonl.gz${isEncrypted ? '.age' : ''}`;

/** Returns the backups, the oldest first. Empty files and files with a future time are ignored and never removed. */
export const backupsIn = (files: readonly { readonly name: string; readonly bytes: number }[]): readonly BackupFile[] =>
  files
    .flatMap(({ name, bytes }) => {
      const at = timeOf(name);
      return at && bytes > 0 && at.getTime() <= Date.now() + clockSkewMs ? [{ name, at, bytes }] : [];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Removes the oldest backups until `keep` remain. Returns the removed names. */
export async function removeAllBut(keep: number, store: BackupStore): Promise<readonly string[]> {
  const names = (await store.list()).map(({ name }) => name);
  const removed = names.slice(0, Math.max(0, names.length - keep));
  for (const name of removed) await store.remove(name);
  return removed;
}

function timeOf(name: string): Date | undefined {
  const [, ...chunks] = nameForm.exec(name) ?? [];
  const [year, month, day, hour, minute, second, millisecond] = chunks;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** @param times minutes after midnight in the time zone of the process; not empty */
export function lastDue(times: readonly number[], now: Date): Date {
  const due = [0, 1].flatMap((daysAgo) =>
    times.map((minutes) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, 0, minutes).getTime()),
  );
  return new Date(Math.max(...due.filter((time) => time <= now.getTime())));
}
