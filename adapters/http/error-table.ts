import { StorageError, type StorageFailure } from '../../application/ports/storage-error.js';
import { IpamError } from '../../domain/errors.js';
import { messageOf } from '../../domain/text-template.js';
import { domainErrorRows } from './domain-error-rows.js';
import { type MappableCode, type MappableDetails, MappedError } from './error-mapping.js';
import type { ErrorRow, ErrorRows, LanguageHeader } from './error-row.js';
import { RequestError, requestErrorRows } from './request-error.js';

/** The only mapping of errors to answers. */
export const errorTable: ErrorRows<MappableDetails> = { ...domainErrorRows, ...requestErrorRows };

/** The answers for storage failures. Defects are missing, as clients cannot act on them. */
export const storageTable: { readonly [T in Exclude<StorageFailure, 'defect'> | 'writesRefused']: ErrorRow<object> } = {
  unavailable: [
    503,
    'The database is not available: nothing was changed, try again later',
    'Die Datenbank ist nicht erreichbar: Nichts wurde geändert, versuchen Sie es später erneut',
    2,
  ],
  writesRefused: [
    503,
    'The database refuses writes, because its disk is full or it is read-only: nothing was changed, try again later',
    'Die Datenbank nimmt keine Änderungen an, weil ihr Datenträger voll oder schreibgeschützt ist: Nichts wurde geändert, versuchen Sie es später erneut',
    2,
  ],
  outcomeUnknown: [
    503,
    'The database did not confirm the change: its outcome is unknown, check before you try again',
    'Die Datenbank hat die Änderung nicht bestätigt: Ihr Ausgang ist unbekannt, prüfen Sie ihn, bevor Sie es erneut versuchen',
    2,
  ],
};

export interface ErrorAnswer {
  readonly error: string;
  readonly status: number;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

/** @param language the header `Hexipam-Language` of the request: `de` for German messages */
export function answerFor(error: unknown, language?: LanguageHeader): ErrorAnswer | undefined {
  if (error instanceof StorageError) return ofStorage(error.refusesWrites ? 'writesRefused' : error.failure, language);
  const isKnown = error instanceof IpamError || error instanceof RequestError || error instanceof MappedError;
  if (!isKnown) return undefined;
  const { code, details }: { readonly code: MappableCode; readonly details: object } = error;
  return answerOf(code, errorTable[code] as ErrorRow<object>, details, language);
}

const ofStorage = (failure: StorageFailure | 'writesRefused', language?: LanguageHeader): ErrorAnswer | undefined =>
  failure === 'defect' ? undefined : answerOf(`storage.${failure}`, storageTable[failure], {}, language);

/**
 * Returns the answer for a failed read. A read writes at most caches, so an unknown commit outcome counts as an unavailable
 * database.
 */
export const answerForRead = (error: unknown, language?: LanguageHeader): ErrorAnswer | undefined =>
  error instanceof StorageError && error.failure === 'outcomeUnknown'
    ? ofStorage('unavailable', language)
    : answerFor(error, language);

function answerOf(
  error: string,
  [status, english, german, retryAfter]: ErrorRow<object>,
  details: object,
  language: LanguageHeader,
): ErrorAnswer {
  const message = messageOf(language === 'de' ? german : english, details);
  return { error, status, message, retryAfter: typeof retryAfter === 'function' ? retryAfter(details) : retryAfter };
}
