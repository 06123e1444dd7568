export { OtpCodes } from './otp-codes.js';
export { WebauthnPasskeys } from './webauthn-passkeys.js';
