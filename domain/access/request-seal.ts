/** Unverified members of an encrypted request. They prevent replay and a change of the method. */
export interface RequestSeal {
  readonly method?: unknown;
  /** Time of creation in seconds since 1970-01-01 UTC, as a number or text. */
  readonly time?: unknown;
  /** Unique per request: 16 to 128 printable ASCII characters without spaces. */
  readonly nonce?: unknown;
}

/** The nonce must be new. It is stored until `until`. */
export interface ValidSeal {
  readonly nonce: string | undefined;
  readonly until: Date;
}

/** Maximum difference between request time and clock, and minimum storage time of a nonce, in milliseconds. */
const tolerance = 5 * 60_000;

/** Returns undefined if the seal does not match the request. @param isDemanded whether missing members are errors */
export function checkSeal(seal: RequestSeal, method: string, now: Date, isDemanded: boolean): ValidSeal | undefined {
  const { time, nonce } = seal;
  const sealed = [seal.method, time, nonce].filter((value) => value !== undefined);
  if (isDemanded && sealed.length < 3) return undefined;
  if (seal.method !== undefined && seal.method !== method) return undefined;
  const made = time === undefined ? now.getTime() : readTime(time);
  if (made === undefined || Math.abs(made - now.getTime()) > tolerance) return undefined;
  if (nonce !== undefined && (typeof nonce !== 'string' || !/^[\x21-\x7e]{16,128}$/.test(nonce))) return undefined;
  return { nonce, until: new Date(Math.max(made, now.getTime()) + tolerance) };
}

/** In milliseconds. */
function readTime(time: unknown): number | undefined {
  if (typeof time === 'number') return time * 1000;
  return typeof time === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(time) ? Number(time) * 1000 : undefined;
}
