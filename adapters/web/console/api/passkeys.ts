import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** Options of the service for a sign-in with a passkey. */
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;

/** Options of the service for a new passkey. */
export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON;

/** Whether the browser supports passkeys on this page. It does not on pages without TLS, and on hosts given by IP address. */
export const passkeysWork = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);

const library = () => import('@simplewebauthn/browser');

/** Asks the user to authenticate with a passkey. @throws Error if the user cancels */
export async function answerByPasskey(optionsJSON: PasskeyRequest): Promise<object> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON });
}

/** Asks the user to create a passkey. @throws Error if the user cancels */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<object> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON });
}
