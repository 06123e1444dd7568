/** Second factors: one-time codes and passkeys. */
export { OtpCodes } from './otp-codes.js';
export { WebauthnPasskeys } from './webauthn-passkeys.js';
