import { newKeyPair } from './encryption.js';
import { packedBytes, plainBytes, readFileBytes, writeFile } from './files.js';
import { readArchive } from './read-archive.js';

export interface BackupOptions {
  /** Public age keys. Without keys, the file is not encrypted. */
  readonly recipients: readonly string[];
  /** Aborts the write, which throws the reason of the signal. If set, the caller handles termination signals of the process. */
  readonly signal?: AbortSignal;
}

/** Compression and encryption of one archive, with verification of the stored bytes. */
export interface Packing {
  pack(pieces: AsyncIterable<string | Uint8Array>): AsyncIterable<Uint8Array>;
  /** Reads stored bytes up to the checksum. @throws SourceError if they differ from the archive */
  verify(stored: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Selects compression and encryption by the file name. The verification of an encrypted archive uses a temporary key pair, which
 * is never stored.
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
 * Writes an archive to a temporary file, reads it back, verifies it and renames it. The verification of an encrypted file uses a
 * temporary key pair, which is never stored.
 * @throws FileUnwritable; SourceError if the stored file differs from the archive
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
  for await (const _chunk of (await readArchive(bytes)).tables()); // reads up to the checksum at the end
}

async function* endedBy<T>(signal: AbortSignal | undefined, pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
  }
}
