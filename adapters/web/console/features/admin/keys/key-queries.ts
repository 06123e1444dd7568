import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, send } from '../../../api/client';

/** Whose keys are shown: those of the user who is signed in, or all of them. */
export type KeyPlace = 'keys' | 'admin/keys';

const ownKeys = () => dataOf(api.GET('/keys/'));

/** A key, as lists show it. */
export type KeyRecord = Awaited<ReturnType<typeof ownKeys>>[number];

export const keysQuery = (place: KeyPlace) =>
  queryOptions({
    queryKey: ['register', place],
    queryFn: (): Promise<readonly KeyRecord[]> => (place === 'keys' ? ownKeys() : dataOf(api.GET('/admin/keys/'))),
  });

/** What is answered to a key that was made: the key is in no other answer. */
export interface MadeKey {
  readonly data: { readonly key: string };
}

/** Makes a key. @throws ApiError */
export const makeKey = (place: KeyPlace, given: object): Promise<MadeKey> => send<MadeKey>('POST', `${place}/`, given);

/** Changes the settings of a key. @throws ApiError */
export const changeKey = (place: KeyPlace, id: string, given: object): Promise<object> => send('PATCH', `${place}/${id}/`, given);

/** Makes a new key in the place of one. @throws ApiError */
export const rotateKey = (place: KeyPlace, id: string): Promise<MadeKey> => send<MadeKey>('POST', `${place}/${id}/rotate/`, {});

/** Days before its expiry from which a key is marked. */
const warningDays = 14;

/** Days until a key expires; undefined where that is far away, or it does not expire. */
export function daysLeft({ days }: KeyRecord): number | undefined {
  const left = days === null ? Number.POSITIVE_INFINITY : Number(days);
  return left <= warningDays ? left : undefined;
}
