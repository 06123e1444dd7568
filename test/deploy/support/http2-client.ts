import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';

const ca = readFileSync(fileURLToPath(new URL('../../../../test/support/tls/certificate.pem', import.meta.url)));

/** An answer over HTTP/2. */
export interface Http2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A client for HTTP/2 over TLS only, for a port of the loopback interface. */
export class Http2Client {
  readonly #session: ClientHttp2Session;

  constructor(port: number) {
    this.#session = connect(`https://localhost:${port}`, {
      createConnection: () => connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca, ALPNProtocols: ['h2'] }),
    });
    this.#session.on('error', () => {}); // each request reports it
  }

  /** Sends a request. @param body a JSON value */
  async send(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: unknown): Promise<Http2Answer> {
    const stream = this.#request(method, path, { 'content-type': 'application/json', ...headers });
    stream.end(body === undefined ? undefined : JSON.stringify(body));
    const answer = headersOf(stream);
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += chunk;
    const received = await answer;
    return { status: Number(received[':status']), headers: received, text };
  }

  /** Opens an event stream. @returns its chunks of text */
  events(path: string, headers: Readonly<Record<string, string>>): AsyncIterable<string> {
    const stream = this.#request('GET', path, { accept: 'text/event-stream', ...headers });
    stream.end();
    return stream.setEncoding('utf8');
  }

  close(): void {
    this.#session.destroy();
  }

  #request(method: string, path: string, headers: Readonly<Record<string, string>>): ClientHttp2Stream {
    return this.#session.request({ ':method': method, ':path': path, ...headers });
  }
}

const headersOf = (stream: ClientHttp2Stream): Promise<IncomingHttpHeaders> =>
  new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });
