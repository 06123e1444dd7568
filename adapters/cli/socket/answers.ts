import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../../application/ports/environment.js';
import { CommandRefused } from '../execution.js';

/** Milliseconds after which a stalled stream is aborted. */
const longestPause = 60_000;

export function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text);
}

/** Streams texts. An error after the first text aborts the connection, so that the client sees an incomplete answer. */
export async function sendTexts(response: ServerResponse, texts: AsyncIterable<string>, log: Log): Promise<void> {
  const pieces = texts[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    response.setTimeout(longestPause, () => response.destroy());
    await pipeline(Readable.from(behind(first, pieces), { objectMode: true, highWaterMark: 1 }), response);
  } catch (error) {
    if (error instanceof CommandRefused && !response.headersSent) return send(response, 422, { problem: error.message });
    log.error('download over the socket failed', { error });
    if (response.headersSent) response.destroy();
    else send(response, 500, { problem: 'the command failed in the service; see its log' });
  }
}

async function* behind(first: IteratorResult<string>, pieces: AsyncIterator<string>): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let next = first; !next.done; next = await pieces.next()) yield Buffer.from(next.value);
  } finally {
    await pieces.return?.();
  }
}
