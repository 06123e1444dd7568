import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../../application/ports/environment.js';
import { send, sendTexts } from './answers.js';
import type { UploadFolders } from './upload-folders.js';

/** Upload handlers by target. The handler may read the file of the texts repeatedly. */
export type Uploads = Readonly<Record<string, (options: URLSearchParams, file: string) => AsyncIterable<string>>>;

/** Stores the upload in a file, streams the handler's answer, and removes the file. */
export async function answerUpload(
  incoming: IncomingMessage,
  response: ServerResponse,
  make: (file: string) => AsyncIterable<string>,
  { folders, log }: { readonly folders: UploadFolders; readonly log: Log },
): Promise<void> {
  const folder = await folders.make().catch((error: unknown) => {
    log.error('upload over the socket refused', { error });
    send(response, 500, { problem: 'the service could not store the file; see its log' });
    return undefined;
  });
  if (folder === undefined) return;
  const file = join(folder, 'upload');
  try {
    await pipeline(incoming, createWriteStream(file, { mode: 0o600 }));
    await sendTexts(response, make(file), log);
  } catch (error) {
    if (incoming.complete) log.error('upload over the socket failed', { error });
    response.destroy();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
