import { Worker } from 'node:worker_threads';
import type { PasswordHasher } from '../../application/ports/environment.js';
import { isCommonPassword } from './common-passwords.js';
import { isCryptHash } from './crypt-hashes.js';
import { ScryptPasswordHasher } from './scrypt-password-hasher.js';

/** Timeout of a comparison in milliseconds. */
const maxTime = 20_000;

/**
 * Creates scrypt hashes, and verifies crypt(3) hashes of other systems. The latter are replaced at the next sign-in. Their
 * comparison is CPU-bound and runs in a worker thread.
 */
export class PasswordHashes implements PasswordHasher {
  readonly #scrypt: ScryptPasswordHasher;

  constructor(scrypt = new ScryptPasswordHasher()) {
    this.#scrypt = scrypt;
  }

  hash(password: string): Promise<string> {
    return this.#scrypt.hash(password);
  }

  /** @returns false for a wrong password or unknown hash */
  verify(password: string, hash: string): Promise<boolean> {
    return isCryptHash(hash) ? compareInThread(password, hash) : this.#scrypt.verify(password, hash);
  }

  isOutdated(hash: string): boolean {
    return this.#scrypt.isOutdated(hash);
  }

  isCommon(password: string): Promise<boolean> {
    return isCommonPassword(password);
  }
}

function compareInThread(password: string, hash: string): Promise<boolean> {
  const thread = new Worker(new URL('./crypt-thread.js', import.meta.url), { workerData: { password, hash }, execArgv: [] });
  return new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the comparison with a password hash took too long')), maxTime);
    thread.once('message', (fits: boolean) => resolve(fits));
    thread.once('error', reject);
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread that compares a password has ended'));
    });
  }).finally(() => void thread.terminate());
}
