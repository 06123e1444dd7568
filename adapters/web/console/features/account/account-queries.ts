import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, send } from '../../api/client';
import { answerByPasskey, makePasskey, type PasskeyCreation, type PasskeyRequest } from '../../api/passkeys';
import { type OwnAccount, readOwnAccount } from '../../ui/dialogs/proof';

const readSessions = () => dataOf(api.GET('/account/sessions/'));

export type Account = OwnAccount;
export type Factor = Account['factors'][number];
export type OwnSession = Awaited<ReturnType<typeof readSessions>>[number];

export const accountQuery = queryOptions({ queryKey: ['register', 'account'], queryFn: readOwnAccount });
export const ownSessionsQuery = queryOptions({ queryKey: ['register', 'account sessions'], queryFn: readSessions });

const readNotifications = () => dataOf(api.GET('/account/notifications/'));

export type Notifications = Awaited<ReturnType<typeof readNotifications>>;

export const notificationsQuery = queryOptions({ queryKey: ['register', 'account notifications'], queryFn: readNotifications });

/** Credentials that authenticate the signed-in user again. */
export interface FreshProof {
  readonly password?: string;
  readonly code?: string;
  readonly passkey?: object;
}

interface Options {
  readonly data: { readonly options: string };
}

const optionsIn = <T>({ data: { options } }: Options): T => JSON.parse(options);

/** @throws ApiError; Error if the user cancels */
export const proveByPasskey = async (): Promise<FreshProof> => ({
  passkey: await answerByPasskey(optionsIn<PasskeyRequest>(await send<Options>('POST', 'account/factors/challenge/'))),
});

export interface Added {
  readonly data: { readonly recoveryCodes: readonly string[] };
}

export interface NewSecretOfApp {
  readonly secret: string;
  readonly uri: string;
}

export const beginApp = async (proof: FreshProof): Promise<NewSecretOfApp> =>
  (await send<{ data: NewSecretOfApp }>('POST', 'account/factors/totp/', proof)).data;

export const confirmApp = (code: string): Promise<Added> => send<Added>('POST', 'account/factors/totp/confirm/', { code });

/** @throws ApiError; Error if the user cancels */
export async function addPasskey(proof: FreshProof): Promise<Added> {
  const options = await send<Options>('POST', 'account/factors/passkey/', proof);
  const passkey = await makePasskey(optionsIn<PasskeyCreation>(options));
  return send<Added>('POST', 'account/factors/passkey/confirm/', { passkey, name: browserName() });
}

export const renewCodes = (proof: FreshProof): Promise<Added> => send<Added>('POST', 'account/factors/recovery_codes/', proof);

export const removeFactor = (id: string, proof: FreshProof): Promise<unknown> => send('DELETE', `account/factors/${id}/`, proof);

export const changePassword = (password: string, newPassword: string): Promise<unknown> =>
  send('PATCH', 'account/password/', { password, newPassword });

function browserName(): string {
  const { userAgent } = window.navigator;
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent)?.[1] ?? '';
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1] ?? '';
  return `${browser} ${system}`.trim();
}
