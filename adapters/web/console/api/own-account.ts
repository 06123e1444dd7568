import { api, dataOf } from './client';

export const readOwnAccount = () => dataOf(api.GET('/account/'));

export type OwnAccount = Awaited<ReturnType<typeof readOwnAccount>>;
