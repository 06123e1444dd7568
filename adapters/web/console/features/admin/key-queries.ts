import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, send } from '../../api/client';
import { proven } from '../../ui/dialogs/proof';

export type KeysPath = 'keys' | 'admin/keys';

const ownKeys = () => dataOf(api.GET('/keys/'));

export type KeyRecord = Awaited<ReturnType<typeof ownKeys>>[number];

export const keysQuery = (keysPath: KeysPath) =>
  queryOptions({
    queryKey: ['register', keysPath],
    queryFn: (): Promise<readonly KeyRecord[]> => (keysPath === 'keys' ? ownKeys() : dataOf(api.GET('/admin/keys/'))),
  });

/** The only answer that contains the key. */
export interface MadeKey {
  readonly data: { readonly key: string };
}

export const makeKey = (keysPath: KeysPath, input: object): Promise<MadeKey> =>
  proven(() => send<MadeKey>('POST', `${keysPath}/`, input));

export const changeKey = (keysPath: KeysPath, id: string, input: object): Promise<object> =>
  proven(() => send('PATCH', `${keysPath}/${id}/`, input));

export const rotateKey = (keysPath: KeysPath, id: string): Promise<MadeKey> =>
  proven(() => send<MadeKey>('POST', `${keysPath}/${id}/rotate/`, {}));

/** Days before the expiry from which a key is highlighted. */
const warningDays = 14;

/** Returns the days until the key expires. Undefined if it does not expire within `warningDays`. */
export function daysLeft({ days }: KeyRecord): number | undefined {
  const left = days === null ? Number.POSITIVE_INFINITY : Number(days);
  return left <= warningDays ? left : undefined;
}
