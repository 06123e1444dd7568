import { Worker } from 'node:worker_threads';
import type { SinkMessage } from '../../application/ports/event-sink.js';
import type { BrokerAccess } from './broker-access.js';
import { type BrokerConnection, TooLarge } from './reconnecting-sink.js';

export interface ThreadAnswer {
  readonly failure?: string;
  readonly isTooLarge?: boolean;
}

/**
 * Connects in a worker thread. When a broker sends invalid data, the client library throws in socket listeners. In the main thread,
 * this error would end the process. In a worker thread, it ends only the thread.
 */
export async function connectByThread(access: BrokerAccess): Promise<BrokerConnection> {
  const worker = new Worker(new URL('./kafka-thread.js', import.meta.url), { workerData: access, execArgv: [] });
  let isOpen = true;
  worker.on('error', () => {}); // `send` rejects
  worker.once('exit', () => {
    isOpen = false;
  });
  return {
    get isOpen() {
      return isOpen;
    },
    send: (messages) => exchange(worker, messages),
    async close() {
      await worker.terminate();
    },
  };
}

/** Sends messages to the thread, and waits for the result. Calls must not overlap. */
function exchange(worker: Worker, messages: readonly SinkMessage[]): Promise<void> {
  const ended = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const listen = (event: string, listener: (value: unknown) => void): void => {
      worker.on(event, listener);
      ended.signal.addEventListener('abort', () => worker.off(event, listener));
    };
    listen('message', (answer) => {
      const { failure, isTooLarge } = answer as ThreadAnswer;
      if (failure === undefined) resolve();
      else reject(isTooLarge ? new TooLarge(failure) : new Error(failure));
    });
    listen('error', reject);
    listen('exit', () => reject(new Error('the connection has ended')));
    worker.postMessage(messages);
  }).finally(() => ended.abort());
}
