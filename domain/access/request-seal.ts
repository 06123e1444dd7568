/** What an encrypted request may say of itself, so that it can be neither sent again nor made into another. As received. */
export interface RequestSeal {
  /** The method of the request that carries it. */
  readonly method?: unknown;
  /** When it was made, in seconds since 1970-01-01 UTC, as a number or its text. */
  readonly time?: unknown;
  /** What no other request says: 16 to 128 printable ASCII characters without spaces. */
  readonly nonce?: unknown;
}

/** A seal without a fault: its nonce, if it has one, must be new, and is to be remembered until a time. */
export interface SoundSeal {
  readonly nonce: string | undefined;
  readonly until: Date;
}

/** How far a request's time may be from the clock, and for how long at least its nonce is remembered, in milliseconds. */
const tolerance = 5 * 60_000;

/**
 * Checks what a seal says; what it does not say is missed only where all of it is demanded.
 * @param method of the request that carries it
 * @returns undefined for a seal that does not go with its request
 */
export function checkSeal(seal: RequestSeal, method: string, now: Date, isDemanded: boolean): SoundSeal | undefined {
  const { time, nonce } = seal;
  const said = [seal.method, time, nonce].filter((value) => value !== undefined);
  if (isDemanded && said.length < 3) return undefined;
  if (seal.method !== undefined && seal.method !== method) return undefined;
  const made = time === undefined ? now.getTime() : readTime(time);
  if (made === undefined || Math.abs(made - now.getTime()) > tolerance) return undefined;
  if (nonce !== undefined && (typeof nonce !== 'string' || !/^[\x21-\x7e]{16,128}$/.test(nonce))) return undefined;
  return { nonce, until: new Date(Math.max(made, now.getTime()) + tolerance) };
}

/** @returns in milliseconds */
function readTime(time: unknown): number | undefined {
  if (typeof time === 'number') return time * 1000;
  return typeof time === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(time) ? Number(time) * 1000 : undefined;
}
