import { type Caller, internalCaller } from '../../../application/caller.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import { IpamError } from '../../../domain/errors.js';

/** What became of each: done, or the code of its mistake, or the trouble of the storage. */
export const outcomes = async (works: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(works)).map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done';
    const { reason } = outcome;
    return reason instanceof IpamError ? reason.code : reason instanceof StorageError ? reason.failure : String(reason);
  });

/** A caller who sees nothing. */
export const stranger: Caller = { ...internalCaller, principal: { unrestricted: false, inventory: 'read', groups: [] } };
