import { ApiError } from '../../api/client';
import { type OwnAccount, readOwnAccount } from '../../api/own-account';
import { showProof } from './proof';

/**
 * Sends a change that needs a proof of the last minutes. When the last proof is older, asks for one and sends the change again.
 * @throws ApiError
 */
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

/** @returns whether the user has given a proof */
const askFor = (account: OwnAccount): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isProven: boolean): void => {
      showProof(null);
      resolve(isProven);
    };
    showProof({ account, end });
  });
