import { readFile } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { SourceError } from '../../application/ports/register.js';
import { codeOf } from '../../application/ports/storage-error.js';

export const ageMark: Uint8Array = Buffer.from('age-encryption.org/v1\n');
const armorMark = '-----BEGIN AGE ENCRYPTED FILE-----';
/** Number of leading bytes that identify an age file. */
export const longestMark = armorMark.length;

export interface KeyPair {
  readonly recipient: string;
  readonly identity: string;
}

/** Loaded on first use: most archives are not encrypted. */
const library = () => import('age-encryption');

/** Generates a key pair whose public key age accepts together with these recipients in one file. */
export async function newKeyPair(recipients: readonly string[]): Promise<KeyPair> {
  const { generateHybridIdentity, generateX25519Identity, identityToRecipient } = await library();
  const isHybrid = recipients.every((recipient) => recipient.startsWith('age1pq1'));
  const identity = await (isHybrid ? generateHybridIdentity() : generateX25519Identity());
  return { identity, recipient: await identityToRecipient(identity) };
}

export async function wrongRecipients(recipients: readonly string[]): Promise<readonly string[]> {
  const { Encrypter } = await library();
  return recipients.filter((recipient) => {
    try {
      new Encrypter().addRecipient(recipient);
      return false;
    } catch {
      return true;
    }
  });
}

/** Encrypts bytes for all recipients, in chunks of 64 KiB. */
export async function* encrypted(bytes: AsyncIterable<Uint8Array>, recipients: readonly string[]): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await library();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(ReadableStream.from<Uint8Array>(bytes));
}

/** Decrypts a file, in chunks of 64 KiB. @param path for error messages @throws SourceError for a wrong key or a damaged file */
export async function* decrypted(
  bytes: AsyncIterable<Uint8Array>,
  identities: readonly string[],
  path: string,
): AsyncGenerator<Uint8Array> {
  if (identities.length === 0) throw new SourceError(`${path} is encrypted: set --identity to the file with its private key`);
  const { Decrypter } = await library();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    yield* await decrypter.decrypt(ReadableStream.from<Uint8Array>(bytes));
  } catch (error) {
    if (codeOf(error) !== '') throw error; // errors of the file system
    const isOtherKey = error instanceof Error && /no identity matched/.test(error.message);
    throw new SourceError(
      isOtherKey
        ? `${path} is encrypted for other keys: no given private key can decrypt it`
        : `${path} is damaged or incomplete`,
    );
  }
}

/** @throws SourceError for an ASCII-armored age file */
export function refuseArmor(begin: Uint8Array, path: string): void {
  if (Buffer.from(begin.subarray(0, armorMark.length)).toString('latin1') === armorMark)
    throw new SourceError(`${path} is encrypted in the ASCII-armored format of age: decrypt it with age -d first`);
}

/**
 * Reads private keys from a file in the format of age-keygen: one key a line, comments after #.
 * @throws SourceError for an unreadable file, or a file without keys
 */
export async function readIdentities(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SourceError(error.code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read: ${error.code}`);
  });
  if (text.startsWith('age-encryption.org') || text.startsWith(armorMark))
    throw new SourceError(`the keys in ${path} are encrypted: decrypt the file with age -d first`);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0) throw new SourceError(`${path} has no private key of age (AGE-SECRET-KEY-...)`);
  const { Decrypter } = await library();
  for (const [index, key] of keys.entries())
    try {
      new Decrypter().addIdentity(key);
    } catch {
      throw new SourceError(
        `${path} is not a file of age private keys: key ${index + 1} is not a private key (AGE-SECRET-KEY-...)`,
      );
    }
  return keys;
}
