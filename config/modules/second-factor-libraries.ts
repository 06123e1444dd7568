import { once } from '../../application/once.js';
import type { OneTimeCodes, Passkeys } from '../../application/ports/second-factors.js';

/** Loads the library on first use. */
export function lateOneTimeCodes(): OneTimeCodes {
  const load = once(async () => new (await import('../../adapters/second-factors/otp-codes.js')).OtpCodes());
  return {
    newSecret: async () => (await load(undefined)).newSecret(),
    uri: async (...args) => (await load(undefined)).uri(...args),
    stepOf: async (...args) => (await load(undefined)).stepOf(...args),
  };
}

/** Loads the library on first use. */
export function latePasskeys(): Passkeys {
  const load = once(async () => new (await import('../../adapters/second-factors/webauthn-passkeys.js')).WebauthnPasskeys());
  return {
    challengeIn: async (answer) => (await load(undefined)).challengeIn(answer),
    creation: async (...args) => (await load(undefined)).creation(...args),
    verifyCreation: async (...args) => (await load(undefined)).verifyCreation(...args),
    request: async (...args) => (await load(undefined)).request(...args),
    verifyRequest: async (...args) => (await load(undefined)).verifyRequest(...args),
  };
}
