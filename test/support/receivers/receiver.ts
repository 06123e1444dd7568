import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { freePort } from '../transfer/free-port.js';

/** A received webhook delivery. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook receiver with answers of the test. */
export class Receiver {
  readonly received: Received[] = [];
  /** Answers a delivery, or not. */
  answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  readonly #server: Server;
  readonly #scheme: string;
  readonly #waiting = new Set<() => void>();

  private constructor(tls: ServerOptions | undefined) {
    this.#scheme = tls ? 'https' : 'http';
    this.#server = tls ? createTlsServer(tls) : createServer();
    this.#server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      this.answer(response);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    });
  }

  static async start(tls?: { readonly cert: string; readonly key: string }): Promise<Receiver> {
    const receiver = new Receiver(tls);
    receiver.#server.listen(await freePort(), '127.0.0.1'); // leave() reopens it
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}/hook`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The events of all deliveries, in order. */
  get events(): Readonly<Record<string, unknown>>[] {
    return this.received.flatMap(({ body }) => (JSON.parse(body) as { events: Record<string, unknown>[] }).events);
  }

  async until(isSo: (receiver: this) => boolean): Promise<void> {
    while (!isSo(this)) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Closes its port. @returns reopens the same port */
  async leave(): Promise<() => Promise<void>> {
    const { port } = this;
    await this.close();
    return async () => {
      this.#server.listen(port, '127.0.0.1');
      await once(this.#server, 'listening');
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
