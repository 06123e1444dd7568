import { once } from '../../application/once.js';
import type { OneTimeCodes, Passkeys } from '../../application/ports/second-factors.js';

/** One-time codes. Their library is loaded on first use. */
export function lateOneTimeCodes(): OneTimeCodes {
  const load = once(async () => new (await import('../../adapters/second-factors/otp-codes.js')).OtpCodes());
  return {
    newSecret: async () => (await load(undefined)).newSecret(),
    uri: async (...given) => (await load(undefined)).uri(...given),
    stepOf: async (...given) => (await load(undefined)).stepOf(...given),
  };
}

/** Passkeys. Their library is loaded on first use. */
export function latePasskeys(): Passkeys {
  const load = once(async () => new (await import('../../adapters/second-factors/webauthn-passkeys.js')).WebauthnPasskeys());
  return {
    challengeIn: async (answer) => (await load(undefined)).challengeIn(answer),
    creation: async (...given) => (await load(undefined)).creation(...given),
    verifyCreation: async (...given) => (await load(undefined)).verifyCreation(...given),
    request: async (...given) => (await load(undefined)).request(...given),
    verifyRequest: async (...given) => (await load(undefined)).verifyRequest(...given),
  };
}
