import { Worker } from 'node:worker_threads';
import type { PasswordHasher } from '../../application/ports/environment.js';
import { minPasswordLength } from '../../domain/access/user.js';
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

/** Maximum accepted cost: a malformed hash must not exhaust the CPU. */
const maxRounds = 1_000_000;
const maxBcryptCost = 14;

const shaCrypt = /^\$[56]\$(?:rounds=(\d{1,9})\$)?[./0-9A-Za-z]{0,16}\$([./0-9A-Za-z]{43}|[./0-9A-Za-z]{86})$/;
const bcrypt = /^\$2[abxy]\$(\d\d)\$[./0-9A-Za-z]{53}$/;

export const isCryptHash = (hash: string): boolean => problemWithCryptHash(hash) === undefined;

/** Returns the reason why a crypt(3) hash is not supported; undefined for SHA-256, SHA-512 and bcrypt up to the cost limit. */
export function problemWithCryptHash(hash: string): string | undefined {
  const sha = shaCrypt.exec(hash);
  if (sha)
    return Number(sha[1] ?? 0) > maxRounds
      ? `its password hash has ${sha[1]} rounds; at most ${maxRounds} are accepted`
      : undefined;
  const blowfish = bcrypt.exec(hash);
  if (blowfish)
    return Number(blowfish[1]) > maxBcryptCost
      ? `its password hash has a cost of ${blowfish[1]}; at most ${maxBcryptCost} is accepted`
      : undefined;
  if (hash === '') return 'it has no password';
  if (hash.startsWith('$1$')) return 'its password is stored as an MD5 hash, which is not safe: set a new password';
  return 'its password is stored in an unknown format: set a new password';
}

const knownCount = 10_000;

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is among the 10,000 most common ones, ignoring case. The list is loaded at the first call. It contains
 * passwords of permitted length only.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readCommonPasswords();
  return (await known).has(password.toLowerCase());
}

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const mostCommon = dictionary['passwords-common'].slice(0, knownCount);
  return new Set(mostCommon.filter(({ length }) => length >= minPasswordLength));
}
