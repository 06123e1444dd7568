import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { jsonCodec } from '../codec/json.js';
import { answerHeaders } from './answer-headers.js';

/** Error code of the listener for an overdue answer. */
export const overdue = 'ANSWER_OVERDUE';

const answers: Readonly<Record<string, readonly [status: number, message: string, error: string]>> = {
  HPE_INVALID_METHOD: [501, 'Not Implemented', 'unreadable.method'],
  HPE_HEADER_OVERFLOW: [431, 'Request headers are too large', 'unreadable.headers'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request was not completed in time', 'unreadable.late'],
  [overdue]: [
    503,
    'The answer is not ready in time: the outcome of a change is unknown, check whether it was stored before you try again',
    'unreadable.overdue',
  ],
};

/**
 * Milliseconds for the client to read the answer and close the connection. Until then the connection counts against the limit of
 * connections.
 */
const closingTime = 1000;

/** Answers an invalid or overdue request in the envelope of all answers, and closes the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message, code] = answers[error.code ?? ''] ?? [400, 'Request is not valid', 'unreadable.request'];
  const body = jsonCodec.encode({ code: status, success: false, message, time: 0 }, '');
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Hexipam-Error: ${code}`,
    `Content-Type: ${jsonCodec.contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...answerHeaders.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const cut = setTimeout(() => socket.destroy(), closingTime);
  socket.once('close', () => clearTimeout(cut));
}
