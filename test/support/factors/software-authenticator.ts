/** A software passkey: the answers of a browser and its authenticator, correct or forged. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Options = Readonly<Record<string, unknown>>;

/** Forged values of an answer. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the authenticator has verified its user; default: true. */
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  /** The authenticator whose key signs; default: this one. */
  readonly signer?: SoftwareAuthenticator;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** CBOR of integers, byte strings, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])]);
  throw new TypeError('no CBOR for this');
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

export class SoftwareAuthenticator {
  readonly origin: string;
  readonly credentialId = randomBytes(16);
  readonly #private: KeyObject;
  readonly #public: { readonly x: Buffer; readonly y: Buffer };
  #counter = 0;

  /** @param origin of the page, e.g. http://localhost:8080 */
  constructor(origin: string) {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#private = privateKey;
    this.#public = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  /** The answer to options for a new passkey. */
  create(options: Options, lies: Lies = {}): Readonly<Record<string, unknown>> {
    const { x, y } = this.#public;
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    );
    const length = Buffer.from([0, this.credentialId.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, key]);
    const authData = Buffer.concat([this.#data(0x41, lies), credential]);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options, lies).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to options for the use of a passkey. */
  get(options: Options, lies: Lies = {}): Readonly<Record<string, unknown>> {
    this.#counter = lies.counter ?? this.#counter + 1;
    const clientData = this.#clientData('webauthn.get', options, lies);
    const data = this.#data(0x01, lies);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), (lies.signer ?? this).#private);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #answer(response: object): Readonly<Record<string, unknown>> {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, { challenge }: Options, lies: Lies): Buffer {
    const collectedData = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? this.origin };
    return Buffer.from(JSON.stringify(collectedData));
  }

  #data(flags: number, { rpId = new URL(this.origin).hostname, isUserVerified = true }: Lies): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | (isUserVerified ? 0x04 : 0)]), counter]);
  }
}
