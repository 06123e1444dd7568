import { type Manner, sendEndlessly, sendSlowly } from './tcp-counterpart.js';

const head = (fields: string, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${fields}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';

/** Runs a behavior after the first bytes of a request. */
const behind =
  (manner: Manner): Manner =>
  (socket) =>
    new Promise((resolve) => {
      socket.once('data', () => {
        socket.resume();
        resolve(manner(socket));
      });
      socket.once('close', () => resolve());
    });

/** Behaviors of HTTP servers with endless, slow, huge, wrong or broken answers. */
export const httpManners = {
  endlessBody: behind(async (socket) => {
    socket.write(head(chunked));
    await sendEndlessly(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`);
  }),
  endlessHead: behind(async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    await sendEndlessly(socket, 'X-Filler: y\r\n'.repeat(1000));
  }),
  slowHead: behind((socket) => sendSlowly(socket, `HTTP/1.1 200 OK\r\nX-Filler: ${'y'.repeat(10_000)}\r\n`, 20)),
  slowBody: behind(async (socket) => {
    socket.write(head('Content-Length: 10000\r\n'));
    await sendSlowly(socket, ' '.repeat(10_000), 20);
  }),
  hugeBody: behind((socket) => {
    const body = `["${'x'.repeat(10_000_000)}"]`;
    socket.end(head(`Content-Length: ${body.length}\r\n`) + body);
  }),
  lyingLength: behind((socket) => void socket.end(`${head('Content-Length: 1000\r\n')}{}`)),
  deepJson: behind((socket) => {
    const body = '['.repeat(500_000);
    socket.end(head(`Content-Length: ${body.length}\r\n`) + body);
  }),
  otherJson: behind((socket) => void socket.end(`${head('Content-Length: 24\r\n')}{"__proto__":{"a":null}}`)),
  steeringError: behind((socket) => {
    const body = JSON.stringify({ error: '\x1b]0;owned\x07\u202e\r\nhexipam: fine' });
    socket.end(head(`Content-Length: ${Buffer.byteLength(body)}\r\n`, '500 \x1b[31m') + body);
  }),
  redirecting: behind((socket) => void socket.end(head('Location: http://127.0.0.1:1/\r\nContent-Length: 0\r\n', '302 Found'))),
  cutOff: behind((socket) => {
    socket.write(`${head('Content-Length: 1000\r\n')}{`, () => socket.resetAndDestroy());
  }),
  emptyPages: behind((socket) => {
    const body = JSON.stringify({ count: 9, next: '/api/dcim/sites/?offset=1', results: [] });
    socket.end(head(`Content-Length: ${body.length}\r\nConnection: close\r\n`) + body);
  }),
} as const satisfies Readonly<Record<string, Manner>>;
