import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What a receiver of webhooks got. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks that answers as it is told to. */
export class Receiver {
  readonly received: Received[] = [];
  /** Answers, or does not. */
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
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}/hook`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The events of all deliveries, in their order. */
  get events(): Readonly<Record<string, unknown>>[] {
    return this.received.flatMap(({ body }) => (JSON.parse(body) as { events: Record<string, unknown>[] }).events);
  }

  async until(isSo: (receiver: this) => boolean): Promise<void> {
    while (!isSo(this)) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Has nobody answer on its port. @returns brings it back there */
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
