/** A SAML provider with its own page, on another site than 127.0.0.1. It signs in paula without a prompt. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SamlProvider } from './saml-provider.js';

export class SamlSite {
  readonly provider: SamlProvider;
  readonly #server: Server;

  private constructor(provider: SamlProvider, server: Server) {
    this.provider = provider;
    this.#server = server;
  }

  /** @param metadataUrl of the service */
  static async start(metadataUrl: string): Promise<SamlSite> {
    const server = createServer();
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const url = `http://localhost:${(server.address() as AddressInfo).port}/sso`;
    const provider = SamlProvider.make('https://partners.example/saml', url);
    server.on('request', async (request, response) => {
      const metadata = await (await fetch(metadataUrl)).text();
      const asked = await provider.read(new URL(request.url ?? '', url).href, metadata);
      const answer = await provider.answer(metadata, asked, { nameId: 'paula' });
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<form method="post" action="${asked.consumerUrl}"><input name="SAMLResponse" value="${answer}"></form>
<script>document.forms[0].submit()</script>`);
    });
    return new SamlSite(provider, server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
