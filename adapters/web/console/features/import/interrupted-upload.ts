import type { CsvFile } from './csv-file';
import type { ChosenColumns, ImportTarget } from './kinds';

/**
 * An upload of this browser, stored until it ends. If the tab is closed earlier, the user can continue the upload with the same
 * file. It then uses the same idempotency keys, so that each request takes effect once.
 */
export interface StoredUpload {
  readonly id: string;
  readonly key: string;
  readonly target: ImportTarget;
  readonly chosen: ChosenColumns;
  readonly file: string;
  /** Digest of the titles and rows. */
  readonly digest: string;
  readonly startedAt: number;
}

/** The service stores answers by idempotency keys for a day. */
const maxAgeMs = 23 * 3_600_000;

const nameOf = (id: string): string => `hexipam-upload-${id}`;

export const storeUpload = (upload: StoredUpload): void => localStorage.setItem(nameOf(upload.id), JSON.stringify(upload));

export const forgetUpload = (id: string): void => localStorage.removeItem(nameOf(id));

/**
 * Returns the interrupted upload of an import. Undefined if another browser started the upload, or if it is older than `maxAgeMs`.
 */
export function interruptedUpload(id: string): StoredUpload | undefined {
  const text = localStorage.getItem(nameOf(id));
  const upload: StoredUpload | undefined = text === null ? undefined : JSON.parse(text);
  return upload && Date.now() - upload.startedAt < maxAgeMs ? upload : undefined;
}

/** Whether a file has the titles and rows of the upload. Otherwise its chunks would differ from those that the service has. */
export const isSameFile = ({ digest }: StoredUpload, file: CsvFile): boolean => digest === digestOf(file);

const [primeA, primeB] = [0x01000193, 0x85ebca6b] as const;

/** Two 32-bit hashes (FNV-1a and a variant). `crypto.subtle` exists only on pages with HTTPS. */
export function digestOf({ head, records }: Pick<CsvFile, 'head' | 'records'>): string {
  let [one, other] = [0x811c9dc5, 0xdeadbeef];
  const add = (text: string): void => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, primeA);
      other = Math.imul(other ^ code ^ (other >>> 15), primeB);
    }
  };
  add(head);
  for (const { row, text } of records) add(`${row} ${text}\n`);
  return `${(one >>> 0).toString(16)} ${(other >>> 0).toString(16)}`;
}
