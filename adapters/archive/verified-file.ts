import { newKeyPair } from './encryption.js';
import { packedBytes, plainBytes, readFileBytes, writeFile } from './files.js';
import { readArchive } from './read-archive.js';

export interface BackupOptions {
  /** Public keys of age; without any, the file is not encrypted. */
  readonly recipients: readonly string[];
  /** Ends the work with its reason. With it, the process handles signals by itself. */
  readonly signal?: AbortSignal;
}

/** Packs one archive and compares what was stored with it. */
export interface Packing {
  /** The bytes to store. */
  pack(pieces: AsyncIterable<string | Uint8Array>): AsyncIterable<Uint8Array>;
  /** Reads stored bytes up to the checksum at the end. @throws SourceError if they are not the archive */
  verify(stored: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * The packing of an archive by its name. An encrypted archive is read with a key that is made for it and forgotten.
 * @param name ends in .gz for gzip, in .age for encryption
 */
export async function packingOf(name: string, { recipients, signal }: BackupOptions): Promise<Packing> {
  const own = await ownKeyOf(name, recipients);
  return {
    pack: (pieces) => packedBytes(name, endedBy(signal, pieces), own.recipients),
    verify: (stored) => readToEnd(endedBy(signal, plainBytes(stored, own.identities, name))),
  };
}

/**
 * Writes an archive, and reads the complete file back before it gets its name. An encrypted file is read with a key that is made
 * for this file and forgotten.
 * @throws FileUnwritable; SourceError if the file on disk is not the archive that was written
 */
export async function writeVerifiedFile(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  { recipients, signal }: BackupOptions,
): Promise<void> {
  const own = await ownKeyOf(path, recipients);
  await writeFile(path, endedBy(signal, pieces), {
    recipients: own.recipients,
    verify: (unfinished) => readToEnd(endedBy(signal, readFileBytes(unfinished, own.identities))),
    handlesSignals: signal !== undefined,
  });
}

interface OwnKey {
  readonly recipients: readonly string[];
  readonly identities: readonly string[];
}

async function ownKeyOf(name: string, recipients: readonly string[]): Promise<OwnKey> {
  if (!name.endsWith('.age')) return { recipients: [], identities: [] };
  const { recipient, identity } = await newKeyPair(recipients);
  return { recipients: [...recipients, recipient], identities: [identity] };
}

async function readToEnd(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _part of (await readArchive(bytes)).parts()); // reads up to the checksum at the end
}

async function* endedBy<T>(signal: AbortSignal | undefined, pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
  }
}
