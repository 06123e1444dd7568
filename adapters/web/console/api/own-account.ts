import { api, dataOf } from './client';

/** The account of the user who is signed in. */
export const readOwnAccount = () => dataOf(api.GET('/account/'));

export type OwnAccount = Awaited<ReturnType<typeof readOwnAccount>>;
