import { once } from 'node:events';
import { connect } from 'node:net';
import { Answer } from '../../support/api-client.js';

/** Sends bytes to a service just as they are and reads until it closes. @returns undefined when it closed without an answer */
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

/** Reads the first answer in what came over a connection; interim answers are passed over. */
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
