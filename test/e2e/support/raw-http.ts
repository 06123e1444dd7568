import { once } from 'node:events';
import { connect } from 'node:net';
import { Answer } from '../../support/api-client.js';

/** Sends raw bytes to a service and reads until it closes the connection. @returns undefined without an answer */
export async function exchangeBytes(url: string, bytes: string | Buffer): Promise<Answer | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined); // the service may close before everything is sent
  socket.write(bytes);
  await once(socket, 'close');
  return readAnswer(Buffer.concat(chunks));
}

/** Parses the first final answer. Skips interim answers with status 100. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
  if (status === 100) return readAnswer(bytes.subarray(end + 4));
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = bytes.subarray(end + 4, end + 4 + Number(headers['content-length'] ?? bytes.length));
  return new Answer(status, headers, body.toString());
}
