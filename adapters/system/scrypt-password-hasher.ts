import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from '../../application/ports/environment.js';

/** scrypt parameters: N (memory and time), r, p. */
interface Parameters {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

interface StoredHash extends Parameters {
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** N = 2^15, r = 8, p = 1: 32 MiB and about 70 ms per guess in 2024. */
const today: Parameters = { cost: 2 ** 15, blockSize: 8, parallelization: 1 };
const saltBytes = 16;
const keyBytes = 32;

/** Maximum parameters of stored hashes: a malformed hash must not exhaust memory or CPU. */
const max: Parameters = { cost: 2 ** 20, blockSize: 32, parallelization: 16 };

/**
 * Hashes passwords with scrypt, outside of the event loop. A hash is `scrypt$N$r$p$salt$key`, with salt and key in base64url. It
 * contains its parameters, so existing hashes stay valid when the parameters change. Passwords are normalized to NFC, because
 * keyboards encode the same letters differently.
 */
export class ScryptPasswordHasher implements PasswordHasher {
  readonly #parameters: Parameters;

  /** @param parameters of new hashes; tests use a lower cost */
  constructor(parameters: Parameters = today) {
    this.#parameters = parameters;
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const key = await derive(password, salt, keyBytes, this.#parameters);
    const { cost, blockSize, parallelization } = this.#parameters;
    return ['scrypt', cost, blockSize, parallelization, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  /** @returns false for a wrong password, and for a text that is not a valid hash */
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

/** Parses a hash; undefined if it is invalid or exceeds the limits. */
function read(hash: string): StoredHash | undefined {
  const groups = /^scrypt\$(\d{1,7})\$(\d{1,3})\$(\d{1,3})\$([\w-]{8,128})\$([\w-]{22,128})$/.exec(hash);
  const [, cost, blockSize, parallelization, salt, key] = groups ?? [];
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
  // OpenSSL requires 128 * r * (N + p + 2) bytes.
  const maxmem = 128 * blockSize * (cost + parallelization + 2);
  const options: ScryptOptions = { N: cost, r: blockSize, p: parallelization, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
