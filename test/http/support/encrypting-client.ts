import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { Answer, ApiClient } from '../../support/api-client.js';

/** A client of an application that encrypts its requests, in the authenticated form. */
export class EncryptingClient {
  readonly #client: ApiClient;
  readonly #app: string;
  readonly #code: string;

  constructor(client: ApiClient, app: string, code: string) {
    this.#client = client;
    this.#app = app;
    this.#code = code;
  }

  send(method: string, controller: string, parameters: object): Promise<Answer> {
    const encrypted = this.#encrypt(JSON.stringify({ controller, ...parameters }));
    return this.#client.raw({ method, target: `/api/?app_id=${this.#app}&enc_request=${encodeURIComponent(encrypted)}` });
  }

  #encrypt(text: string): string {
    const key = createHash('sha256').update(this.#code).digest();
    const vector = randomBytes(16);
    const cipher = createCipheriv('aes-256-cbc', key, vector);
    const signed = Buffer.concat([vector, cipher.update(text), cipher.final()]);
    return Buffer.concat([createHmac('sha256', key).update(signed).digest(), signed]).toString('base64');
  }
}
