/** The thread of an embedded database: opens it, answers messages in order, and closes it on request. */
import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf, textOf } from '../storage-error.js';
import { answerOf } from './engine.js';
import type { FromThread, ThreadStart, ToThread } from './engine-thread.js';
import { type OpenData, openData } from './opening.js';

const port = parentPort;
if (!port) throw new Error('this file is not a program: the service starts it as a thread');

const post = (word: FromThread, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(word, transfer);

async function answer({ pglite, dataDirectory }: OpenData, message: Uint8Array): Promise<void> {
  try {
    const bytes = await answerOf(pglite, message);
    post(bytes, [bytes.buffer]);
  } catch (error) {
    post({ lost: dataDirectory.lose(`PostgreSQL failed: ${reasonOf(error)}`, error).message });
    port?.close();
  }
}

async function close({ pglite }: OpenData): Promise<void> {
  await pglite.close();
  post('closed');
}

function serve(data: OpenData): void {
  post('open');
  port?.on('message', (word: ToThread) => {
    if (word !== 'close') void answer(data, word);
    else void close(data);
  });
}

const { directory, ...options } = workerData as ThreadStart;
await openData(directory, options).then(serve, (error: unknown) =>
  post({ notOpened: reasonOf(error), code: textOf(error, 'code') }),
);
