import { newKeyPair } from './encryption.js';
import { readFileBytes, writeFile } from './files.js';
import { readArchive } from './read-archive.js';

export interface BackupOptions {
  /** Public keys of age; without any, the file is not encrypted. */
  readonly recipients: readonly string[];
  /** Ends the work with its reason. With it, the process handles signals by itself. */
  readonly signal?: AbortSignal;
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
  const own = path.endsWith('.age') ? await newKeyPair(recipients) : undefined;
  await writeFile(path, endedBy(signal, pieces), {
    recipients: own ? [...recipients, own.recipient] : [],
    verify: async (unfinished) => {
      const bytes = endedBy(signal, readFileBytes(unfinished, own ? [own.identity] : []));
      for await (const _part of (await readArchive(bytes)).parts()); // reads up to the checksum at the end
    },
    handlesSignals: signal !== undefined,
  });
}

async function* endedBy<T>(signal: AbortSignal | undefined, pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
  }
}
