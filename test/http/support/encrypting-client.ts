import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import Rijndael from 'rijndael-js';
import type { Answer, ApiClient, RawRequest } from '../../support/api-client.js';

/** Makes the encrypted form of a text with an application's code. */
export type Encryption = (text: string, code: string) => Buffer;

const keyOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** The authentication code of something, and the thing itself. */
export const signed = (bytes: Buffer, code: string): Buffer =>
  Buffer.concat([createHmac('sha256', keyOf(code)).update(bytes).digest(), bytes]);

/** Initialization vector and ciphertext, without anything that vouches for them. */
export function encryptCbc(algorithm: 'aes-128-cbc' | 'aes-256-cbc', text: string, code: string): Buffer {
  const vector = randomBytes(16);
  const cipher = createCipheriv(algorithm, keyOf(code).subarray(0, algorithm === 'aes-128-cbc' ? 16 : 32), vector);
  return Buffer.concat([vector, cipher.update(text), cipher.final()]);
}

/** Every form that clients use. */
export const encryptions = {
  'AES-128': (text, code) => signed(encryptCbc('aes-128-cbc', text, code), code),
  'AES-256': (text, code) => signed(encryptCbc('aes-256-cbc', text, code), code),
  Rijndael: (text, code) => Buffer.from(new Rijndael(code, 'ecb').encrypt(text, 256)),
} as const satisfies Record<string, Encryption>;

/** How an encrypted request is sent, and what goes beside it. */
export interface Sending extends Partial<Omit<RawRequest, 'target'>> {
  readonly further?: string;
}

/** A client of an application that encrypts its requests; in the authenticated form when no other is named. */
export class EncryptingClient {
  readonly #client: ApiClient;
  readonly #app: string;
  readonly #code: string;
  readonly #encrypt: Encryption;

  constructor(client: ApiClient, app: string, code: string, encrypt: Encryption = encryptions['AES-256']) {
    this.#client = client;
    this.#app = app;
    this.#code = code;
    this.#encrypt = encrypt;
  }

  /** Encrypts a request and sends it. */
  send(method: string, controller: string, parameters: object): Promise<Answer> {
    return this.sendBytes(this.encrypted({ controller, ...parameters }), { method });
  }

  /** What a request looks like encrypted. */
  encrypted(parameters: object): Buffer {
    return this.#encrypt(JSON.stringify(parameters), this.#code);
  }

  /** Sends something as an encrypted request. @param further more of the query, e.g. `&controller=vlan` */
  sendBytes(bytes: Buffer, how: Sending = {}): Promise<Answer> {
    return this.sendText(bytes.toString('base64'), how);
  }

  sendText(text: string, { method = 'GET', further = '', ...rest }: Sending = {}): Promise<Answer> {
    const target = `/api/?app_id=${this.#app}&enc_request=${encodeURIComponent(text)}${further}`;
    return this.#client.raw({ method, target, ...rest });
  }
}
