import { t } from '../texts/text';
import { type AnyRecord, ApiError, exchange } from './client';

export interface Version {
  readonly record: AnyRecord;
  readonly etag: string;
}

/** Another user has changed the record since it was read. */
export class ConflictError extends Error {
  readonly now: Version;

  constructor(now: Version) {
    super(t('error.changedMeanwhile'));
    this.now = now;
  }
}

/** Another user has deleted the record since it was read. */
export class DeletedError extends Error {
  constructor() {
    super(t('error.deletedHelp'));
  }
}

/** @throws ApiError, DeletedError */
export async function readVersion(path: string): Promise<Version> {
  try {
    const { body, etag } = await exchange<{ data: AnyRecord }>('GET', `${path}?etag=1&links=false`);
    return { record: body.data, etag };
  } catch (error) {
    throw error instanceof ApiError && [400, 404].includes(error.status) ? new DeletedError() : error;
  }
}

/** Changes a record if its version is unchanged. @throws ApiError, ConflictError, DeletedError */
export async function writeVersion(path: string, change: object, { etag }: Version): Promise<void> {
  try {
    await exchange('PATCH', path, { body: change, ...(etag ? { ifMatch: etag } : {}) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) throw new ConflictError(await readVersion(path));
    throw error;
  }
}
