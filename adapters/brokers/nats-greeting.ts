import { connect } from 'node:net';
import { connectTimeoutMs } from './reconnecting-sink.js';

const greeting = 'INFO {';

/**
 * Returns the servers that send the NATS greeting. The client library does not close its socket to a silent server, or to a
 * server of another protocol.
 * @param servers HOST:PORT
 * @throws Error with the reason of the first server, if no server greets
 */
export async function greetingServers(servers: readonly string[], timeoutMs = connectTimeoutMs): Promise<string[]> {
  const results = await Promise.allSettled(servers.map((server) => untilGreeted(server, timeoutMs)));
  const greeted = servers.filter((_, index) => results[index]?.status === 'fulfilled');
  const refused = results.find((result) => result.status === 'rejected');
  if (greeted.length === 0) throw refused?.reason ?? new Error('no server is set');
  return greeted;
}

function untilGreeted(server: string, timeoutMs: number): Promise<void> {
  const { hostname, port } = new URL(`nats://${server}`);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), signal: AbortSignal.timeout(timeoutMs) });
  return new Promise<void>((resolve, reject) => {
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (received.startsWith(greeting)) resolve();
      else if (received.length >= greeting.length) reject(new Error(`${server} is not a NATS server`));
    });
    socket.on('error', (error) =>
      reject(error.name === 'AbortError' ? new Error(`${server} sent nothing within ${timeoutMs / 1000} s`) : error),
    );
    socket.on('close', () => reject(new Error(`${server} closed the connection`)));
  }).finally(() => socket.destroy());
}
