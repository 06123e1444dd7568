import { parentPort, workerData } from 'node:worker_threads';
import type { SinkMessage } from '../../application/ports/event-sink.js';
import type { BrokerAccess } from './broker-access.js';
import { connectKafka } from './kafka-connection.js';
import type { ThreadAnswer } from './kafka-worker.js';
import { causeOf, TooLarge } from './reconnecting-sink.js';

const connection = connectKafka(workerData as BrokerAccess);

const answer = (text: ThreadAnswer): void => parentPort?.postMessage(text);

parentPort?.on('message', (messages: readonly SinkMessage[]) =>
  connection.send(messages).then(
    () => answer({}),
    (error: unknown) => answer({ failure: causeOf(error), isTooLarge: error instanceof TooLarge }),
  ),
);
