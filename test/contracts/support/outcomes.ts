import { type Caller, internalCaller } from '../../../application/caller.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import { IpamError } from '../../../domain/errors.js';

/** The outcome of each promise: "done", the code of an IpamError, or the failure of a StorageError. */
export const outcomes = async (works: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(works)).map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done';
    const { reason } = outcome;
    return reason instanceof IpamError ? reason.code : reason instanceof StorageError ? reason.failure : String(reason);
  });

/** A caller without access to any record. */
export const callerWithoutAccess: Caller = {
  ...internalCaller,
  principal: { unrestricted: false, inventory: 'read', groups: [] },
};
