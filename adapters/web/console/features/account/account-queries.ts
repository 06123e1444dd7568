import { queryOptions } from '@tanstack/react-query';
import { send } from '../../api/client';
import { answerByPasskey, makePasskey, type PasskeyCreation, type PasskeyRequest } from '../../api/passkeys';
import { type OwnAccount, readOwnAccount } from '../../ui/dialogs/proof';

export type Factor = OwnAccount['factors'][number];

export const accountQuery = queryOptions({ queryKey: ['register', 'account'], queryFn: readOwnAccount });

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

/** @throws ApiError; Error if the user cancels */
export async function addPasskey(proof: FreshProof): Promise<Added> {
  const options = await send<Options>('POST', 'account/factors/passkey/', proof);
  const passkey = await makePasskey(optionsIn<PasskeyCreation>(options));
  return send<Added>('POST', 'account/factors/passkey/confirm/', { passkey, name: browserName() });
}

function browserName(): string {
  const { userAgent } = window.navigator;
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent)?.[1] ?? '';
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1] ?? '';
  return `${browser} ${system}`.trim();
}
