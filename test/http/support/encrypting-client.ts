import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import Rijndael from 'rijndael-js';
import type { Answer, ApiClient, RawRequest } from '../../support/api-client.js';

/** Encrypts a text with the code of an application. */
export type Encryption = (text: string, code: string) => Buffer;

const keyOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** The HMAC of the bytes, followed by the bytes. */
export const signed = (bytes: Buffer, code: string): Buffer =>
  Buffer.concat([createHmac('sha256', keyOf(code)).update(bytes).digest(), bytes]);

/** Initialization vector and ciphertext, without an HMAC. */
export function encryptCbc(algorithm: 'aes-128-cbc' | 'aes-256-cbc', text: string, code: string): Buffer {
  const vector = randomBytes(16);
  const cipher = createCipheriv(algorithm, keyOf(code).subarray(0, algorithm === 'aes-128-cbc' ? 16 : 32), vector);
  return Buffer.concat([vector, cipher.update(text), cipher.final()]);
}

/** The encryption formats of clients. */
export const encryptions = {
  'AES-128': (text, code) => signed(encryptCbc('aes-128-cbc', text, code), code),
  'AES-256': (text, code) => signed(encryptCbc('aes-256-cbc', text, code), code),
  Rijndael: (text, code) => Buffer.from(new Rijndael(code, 'ecb').encrypt(text, 256)),
} as const satisfies Record<string, Encryption>;

/** Options of an encrypted request. `further`: more of the query, e.g. `&controller=vlan`. */
export interface Sending extends Partial<Omit<RawRequest, 'target'>> {
  readonly further?: string;
}

/** A client of an application with encrypted requests. The default encryption is AES-256 with HMAC. */
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

  /** The encrypted bytes of a request. */
  encrypted(parameters: object): Buffer {
    return this.#encrypt(JSON.stringify(parameters), this.#code);
  }

  /** Sends bytes as an encrypted request. */
  sendBytes(bytes: Buffer, how: Sending = {}): Promise<Answer> {
    return this.sendText(bytes.toString('base64'), how);
  }

  sendText(text: string, { method = 'GET', further = '', ...rest }: Sending = {}): Promise<Answer> {
    const target = `/api/?app_id=${this.#app}&enc_request=${encodeURIComponent(text)}${further}`;
    return this.#client.raw({ method, target, ...rest });
  }
}
