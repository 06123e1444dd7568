import { ApiError } from '../../api/client';
import { type OwnAccount, readOwnAccount } from '../../api/own-account';
import { showProof } from './proof';

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

/** @returns whether the user has authenticated */
const askFor = (account: OwnAccount): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isProven: boolean): void => {
      showProof(null);
      resolve(isProven);
    };
    showProof({ account, end });
  });
