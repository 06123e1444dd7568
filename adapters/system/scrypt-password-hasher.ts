import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from '../../application/ports/environment.js';

/** What scrypt is asked to spend: cost (memory and time), block size, and rounds one after another. */
interface Parameters {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** A stored hash, taken apart. */
interface StoredHash extends Parameters {
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** N = 2^15, r = 8, p = 1: 32 MiB and some 70 ms a guess on the machines of 2024. */
const today: Parameters = { cost: 2 ** 15, blockSize: 8, parallelization: 1 };
const saltBytes = 16;
const keyBytes = 32;

/** The largest cost, block size and rounds that a stored hash may ask for: a damaged one must not eat the machine. */
const max: Parameters = { cost: 2 ** 20, blockSize: 32, parallelization: 16 };

/**
 * Hashes passwords with scrypt, off the event loop. A hash is one text, `scrypt$N$r$p$salt$key`, salt and key in base64url,
 * so that hashes made with older parameters stay valid when the parameters are raised. Passwords are compared in Unicode
 * form NFC: the same letters typed on two keyboards are one password.
 */
export class ScryptPasswordHasher implements PasswordHasher {
  readonly #parameters: Parameters;

  /** @param parameters what new hashes cost; tests lower it */
  constructor(parameters: Parameters = today) {
    this.#parameters = parameters;
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const key = await derive(password, salt, keyBytes, this.#parameters);
    const { cost, blockSize, parallelization } = this.#parameters;
    return ['scrypt', cost, blockSize, parallelization, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  /** @returns false for a wrong password, and for a text that is no hash of this class */
  async verify(password: string, hash: string): Promise<boolean> {
    const stored = read(hash);
    if (!stored) return false;
    return timingSafeEqual(await derive(password, stored.salt, stored.key.length, stored), stored.key);
  }

  isOutdated(hash: string): boolean {
    const stored = read(hash);
    if (!stored || stored.key.length !== keyBytes || stored.salt.length !== saltBytes) return true;
    const { cost, blockSize, parallelization } = this.#parameters;
    return stored.cost !== cost || stored.blockSize !== blockSize || stored.parallelization !== parallelization;
  }
}

/** Takes a stored hash apart; undefined when it is none, or one beyond what this service makes. */
function read(hash: string): StoredHash | undefined {
  const parts = /^scrypt\$(\d{1,7})\$(\d{1,3})\$(\d{1,3})\$([\w-]{8,128})\$([\w-]{22,128})$/.exec(hash);
  const [, cost, blockSize, parallelization, salt, key] = parts ?? [];
  if (salt === undefined || key === undefined) return undefined;
  const parameters = { cost: Number(cost), blockSize: Number(blockSize), parallelization: Number(parallelization) };
  return isAffordable(parameters)
    ? { ...parameters, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
    : undefined;
}

function isAffordable({ cost, blockSize, parallelization }: Parameters): boolean {
  const powerOfTwo = cost > 1 && Number.isInteger(Math.log2(cost));
  const atLeastOne = blockSize > 0 && parallelization > 0;
  return powerOfTwo && atLeastOne && cost <= max.cost && blockSize <= max.blockSize && parallelization <= max.parallelization;
}

function derive(
  password: string,
  salt: Buffer,
  bytes: number,
  { cost, blockSize, parallelization }: Parameters,
): Promise<Buffer> {
  // OpenSSL needs 128 * r * (N + p + 2) bytes and refuses to start with less.
  const maxmem = 128 * blockSize * (cost + parallelization + 2);
  const options: ScryptOptions = { N: cost, r: blockSize, p: parallelization, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
