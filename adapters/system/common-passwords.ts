import { minPasswordLength } from '../../domain/access/user.js';

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
