import { ApiError, api, dataOf } from '../../api/client';
import { makeStore } from '../store';

export const readOwnAccount = () => dataOf(api.GET('/account/'));

export type OwnAccount = Awaited<ReturnType<typeof readOwnAccount>>;

export interface ProofRequest {
  readonly account: OwnAccount;
  readonly end: (isProven: boolean) => void;
}

const requested = makeStore<ProofRequest | null>(null);

export const useProofRequest = requested.useValue;

/** If the service requires an authentication within the last minutes, asks for it and sends the change again. @throws ApiError */
export async function proven<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403)) throw error;
    const account = await readOwnAccount();
    if (Number(account.proofNeeded) !== 1 || !(await askFor(account))) throw error;
    return send();
  }
}

/** Ends an earlier request. @returns whether the user has authenticated */
function askFor(account: OwnAccount): Promise<boolean> {
  requested.get()?.end(false);
  return new Promise((resolve) => {
    const end = (isProven: boolean): void => {
      requested.set(null);
      resolve(isProven);
    };
    requested.set({ account, end });
  });
}
