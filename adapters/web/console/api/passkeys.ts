import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;

export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON;

/** Browsers support passkeys only on pages with TLS, and not on hosts given by IP address. */
export const passkeysWork = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);

const library = () => import('@simplewebauthn/browser');

/** @throws Error if the user cancels */
export const answerByPasskey = async (optionsJSON: PasskeyRequest): Promise<object> =>
  (await library()).startAuthentication({ optionsJSON });

/** @throws Error if the user cancels */
export const makePasskey = async (optionsJSON: PasskeyCreation): Promise<object> =>
  (await library()).startRegistration({ optionsJSON });
