import { createGuardrails, generateSecret, generateURI, verify } from 'otplib';
import type { OneTimeCodes } from '../../application/ports/second-factors.js';

const period = 30;
const issuer = 'Hexipam';

/** Imported secrets may have 80 bits. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 });

/** Codes of apps, by otplib. */
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
      return undefined; // the secret cannot be read
    }
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret without the bits behind its last byte: apps ignore them, the library refuses them. Imported secrets can have some. */
function inWholeBytes(secret: string): string {
  const text = secret.slice(0, Math.ceil((Math.floor((secret.length * 5) / 8) * 8) / 5));
  const surplus = (text.length * 5) % 8;
  const last = alphabet.indexOf(text.slice(-1));
  return last < 0 ? text : text.slice(0, -1) + alphabet.charAt((last >> surplus) << surplus);
}
