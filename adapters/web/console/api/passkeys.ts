/** Options of the service for a call of the browser. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Whether the browser can use passkeys here: it refuses pages at addresses, and pages without TLS. */
export const passkeysWork = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);

const library = () => import('@simplewebauthn/browser');

/** Has the person choose and use a passkey. @throws Error when the person declines */
export async function usePasskey(options: PasskeyOptions): Promise<object> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: options as never });
}

/** Has the person make a passkey. @throws Error when the person declines */
export async function makePasskey(options: PasskeyOptions): Promise<object> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON: options as never });
}
