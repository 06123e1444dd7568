import { useSyncExternalStore } from 'react';
import { ApiError, api, dataOf } from '../../api/client';

const readAccount = () => dataOf(api.GET('/account/'));

/** A change that waits until its user gives a proof. */
export interface ProofRequest {
  readonly account: Awaited<ReturnType<typeof readAccount>>;
  readonly end: (isProven: boolean) => void;
}

let current: ProofRequest | null = null;
const listeners = new Set<() => void>();

function show(request: ProofRequest | null): void {
  current = request;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useProofRequest = (): ProofRequest | null => useSyncExternalStore(subscribe, () => current);

/**
 * Sends a change that needs a proof of the last minutes. When the last proof is older, asks for one and sends the change again.
 * @throws ApiError
 */
export async function proven<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403)) throw error;
    const account = await readAccount();
    if (Number(account.proofNeeded) !== 1 || !(await askFor(account))) throw error;
    return send();
  }
}

/** @returns whether the user has given a proof */
const askFor = (account: ProofRequest['account']): Promise<boolean> =>
  new Promise((resolve) => {
    current?.end(false);
    const end = (isProven: boolean): void => {
      show(null);
      resolve(isProven);
    };
    show({ account, end });
  });
