import { createGuardrails, generateSecret, generateURI, verify } from 'otplib';
import type { OneTimeCodes } from '../../application/ports/second-factors.js';

const period = 30;
const issuer = 'Hexipam';

/** Imported secrets may be as short as 80 bits. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 });

export class OtpCodes implements OneTimeCodes {
  async newSecret(): Promise<string> {
    return generateSecret({ length: 20 });
  }

  async uri(secret: string, username: string): Promise<string> {
    return generateURI({ issuer, label: username, secret });
  }

  async stepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
    if (!/^\d{6}$/.test(code)) return undefined;
    const epoch = Math.floor(now.getTime() / 1000);
    try {
      const result = await verify({
        secret: inWholeBytes(secret),
        token: code,
        epoch,
        period,
        epochTolerance: period,
        guardrails,
      });
      return result.valid && 'delta' in result ? Math.floor(epoch / period) + result.delta : undefined;
    } catch {
      return undefined; // the secret is invalid
    }
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Removes incomplete bytes from the end of a secret: apps ignore them, but the library rejects them. Imported secrets can contain
 * them.
 */
function inWholeBytes(secret: string): string {
  const text = secret.slice(0, Math.ceil((Math.floor((secret.length * 5) / 8) * 8) / 5));
  const surplus = (text.length * 5) % 8;
  const last = alphabet.indexOf(text.slice(-1));
  return last < 0 ? text : text.slice(0, -1) + alphabet.charAt((last >> surplus) << surplus);
}
