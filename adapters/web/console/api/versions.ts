import { t } from '../texts/text';
import { type AnyRecord, ApiError, exchange } from './client';

/** A record as it was read, and its version then. */
export interface Version {
  readonly record: AnyRecord;
  readonly etag: string;
}

/** Somebody else has changed a record since it was read. */
export class ConflictError extends Error {
  /** The record as it is now. */
  readonly now: Version;

  constructor(now: Version) {
    super(t('error.changedMeanwhile'));
    this.now = now;
  }
}

/** Somebody else has deleted a record since it was read. */
export class DeletedError extends Error {
  constructor() {
    super(t('error.deletedHelp'));
  }
}

/** Reads a record that was there together with its version. @throws ApiError, DeletedError */
export async function readVersion(path: string): Promise<Version> {
  try {
    const { body, etag } = await exchange<{ data: AnyRecord }>('GET', `${path}?etag=1&links=false`);
    return { record: body.data, etag };
  } catch (error) {
    throw error instanceof ApiError && [400, 404].includes(error.status) ? new DeletedError() : error;
  }
}

/** Changes a record, provided that it is as it was read. @throws ApiError, ConflictError, DeletedError */
export async function writeVersion(path: string, change: object, { etag }: Version): Promise<void> {
  try {
    await exchange('PATCH', path, { body: change, ...(etag ? { ifMatch: etag } : {}) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) throw new ConflictError(await readVersion(path));
    throw error;
  }
}
