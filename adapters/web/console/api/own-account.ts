import { api, dataOf } from './client';

/** Reads the account of the signed-in user. */
export const readOwnAccount = () => dataOf(api.GET('/account/'));

export type OwnAccount = Awaited<ReturnType<typeof readOwnAccount>>;
