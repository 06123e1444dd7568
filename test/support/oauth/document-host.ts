import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const file = (name: string): string => fileURLToPath(new URL(`../../../../test/support/tls/${name}`, import.meta.url));

/** A local HTTPS server of metadata documents of OAuth clients. */
export class DocumentHost {
  /** PEM file of the certificate, for NODE_EXTRA_CA_CERTS. */
  static readonly certificate = file('certificate.pem');

  /** Paths of the received requests. */
  readonly reads: string[] = [];
  /** Answers of paths; the other paths have a valid document. */
  readonly answers = new Map<string, RequestListener>();
  readonly #redirectUri: string;
  readonly #server: Server;

  private constructor(redirectUri: string) {
    this.#redirectUri = redirectUri;
    const tls = { cert: readFileSync(DocumentHost.certificate), key: readFileSync(file('key.pem')) };
    this.#server = createServer(tls, (request, response) => {
      const { url: path = '' } = request;
      this.reads.push(path);
      const answer = this.answers.get(path);
      if (answer) return answer(request, response);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(this.documentAt(path)));
    });
  }

  static async start(redirectUri: string): Promise<DocumentHost> {
    const host = new DocumentHost(redirectUri);
    host.#server.listen(0, '127.0.0.1');
    await once(host.#server, 'listening');
    return host;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  documentAt(path: string): Readonly<Record<string, unknown>> {
    return { client_id: `${this.url}${path}`, client_name: 'Documented', redirect_uris: [this.#redirectUri] };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
