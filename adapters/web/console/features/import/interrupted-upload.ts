import type { CsvFile } from './csv-file';
import type { ChosenColumns, ImportTarget } from './kinds';

/**
 * An upload of this browser, stored until it ends. After the tab was closed, it continues with the same idempotency keys, so that
 * each request takes effect once.
 */
export interface StoredUpload {
  readonly id: string;
  readonly key: string;
  readonly target: ImportTarget;
  readonly chosen: ChosenColumns;
  readonly file: string;
  readonly rows: number;
  readonly startedAt: number;
}

/** The service stores answers by idempotency keys for a day. */
const maxAgeMs = 23 * 3_600_000;

const nameOf = (id: string): string => `hexipam-upload-${id}`;

export const storeUpload = (upload: StoredUpload): void => localStorage.setItem(nameOf(upload.id), JSON.stringify(upload));

export const forgetUpload = (id: string): void => localStorage.removeItem(nameOf(id));

/** The interrupted upload of an import; undefined for uploads of other browsers and old ones. */
export function interruptedUpload(id: string): StoredUpload | undefined {
  const text = localStorage.getItem(nameOf(id));
  const upload: StoredUpload | undefined = text === null ? undefined : JSON.parse(text);
  return upload && Date.now() - upload.startedAt < maxAgeMs ? upload : undefined;
}

export const isSameFile = ({ file, rows }: StoredUpload, { name, records }: CsvFile): boolean =>
  file === name && rows === records.length;
