import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** Options of the service for the use of a passkey. */
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;

/** Options of the service for a new passkey. */
export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON;

/** Whether the browser can use passkeys here: it refuses pages at addresses, and pages without TLS. */
export const passkeysWork = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);

const library = () => import('@simplewebauthn/browser');

/** Has the person choose and use a passkey. @throws Error when the person declines */
export async function answerByPasskey(optionsJSON: PasskeyRequest): Promise<object> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON });
}

/** Has the person make a passkey. @throws Error when the person declines */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<object> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON });
}
