import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SignatureV4 } from '@smithy/signature-v4';
import { type HttpClient, HttpFailure, type HttpResponse, redactedLine } from '../../application/ports/http-client.js';
import { ObjectStoreFailure } from '../../application/ports/object-store.js';
import { retryDelayAfter } from '../../domain/changes/retry.js';
import { textIn } from './s3-xml.js';

/** Address of a bucket, and credentials for it. */
export interface S3Access {
  /** Without the bucket, which is the first segment of each path. */
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface S3Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Object key; empty for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Additional status codes that count as success. */
  readonly accepts?: readonly number[];
  /** Whether the request must not be repeated, because a repetition could have another effect. */
  readonly once?: boolean;
}

export interface RequestLimits {
  /** Timeout of one request in milliseconds. */
  readonly requestMs: number;
  /** Maximum size of a response in bytes, except for object content. */
  readonly answerBytes: number;
  readonly tries: number;
  /** Maximum delay between attempts in milliseconds. */
  readonly retryMs: number;
}

/** Sends signed requests to one bucket. Temporary failures are retried. */
export class S3Requests {
  readonly #client: HttpClient;
  readonly #access: S3Access;
  readonly #limits: RequestLimits;
  readonly #signer: SignatureV4;

  constructor(client: HttpClient, access: S3Access, limits: RequestLimits) {
    this.#client = client;
    this.#access = access;
    this.#limits = limits;
    this.#signer = new SignatureV4({
      service: 's3',
      region: access.region,
      credentials: { accessKeyId: access.accessKey, secretAccessKey: access.secretKey },
      sha256: DigestOfRuntime,
      uriEscapePath: false,
    });
  }

  /** Sends a request. The caller must read the body of the response. @throws ObjectStoreFailure */
  async send(call: S3Call, stop?: AbortSignal): Promise<HttpResponse> {
    for (let tries = 1; ; tries++) {
      stop?.throwIfAborted();
      const outcome = await this.#try(call, stop);
      if ('response' in outcome) return outcome.response;
      if (call.once || !outcome.mayPass || tries >= this.#limits.tries) throw outcome.failure;
      await delay(retryDelayAfter(tries, Math.random(), this.#limits.retryMs), undefined, stop ? { signal: stop } : {});
    }
  }

  /** Sends a request. @returns the text of the response @throws ObjectStoreFailure */
  async text(call: S3Call, stop?: AbortSignal): Promise<string> {
    const response = await this.send(call, stop);
    const text = await response.text(this.#limits.answerBytes).catch((error: unknown) => {
      throw this.failureOf(error);
    });
    if (text === undefined) throw new ObjectStoreFailure(`the answer of ${this.#server} is too long`);
    return text;
  }

  /** Maps an error of the HTTP client to a failure; other errors are returned unchanged. */
  failureOf(error: unknown): unknown {
    if (!(error instanceof HttpFailure)) return error;
    const reason = error.reason === 'connection' && error.code !== '' ? error.code : error.message;
    return new ObjectStoreFailure(`${this.#server} cannot be reached: ${reason}`, { cause: error });
  }

  get #server(): string {
    return `the server ${this.#access.endpoint.host}`;
  }

  async #try(
    call: S3Call,
    stop: AbortSignal | undefined,
  ): Promise<{ readonly response: HttpResponse } | { readonly failure: unknown; readonly mayPass: boolean }> {
    try {
      const { url, headers } = await this.#signed(call);
      const response = await this.#client.send({
        ...{ method: call.method, url, headers, timeoutMs: this.#limits.requestMs },
        ...(call.body ? { body: call.body } : {}),
        ...(stop ? { stop } : {}),
      });
      const isSuccess = (response.status >= 200 && response.status < 300) || call.accepts?.includes(response.status) === true;
      if (isSuccess) return { response };
      return { failure: await this.#refusal(response, call), mayPass: response.status >= 500 || response.status === 429 };
    } catch (error) {
      stop?.throwIfAborted();
      return { failure: this.failureOf(error), mayPass: error instanceof HttpFailure };
    }
  }

  async #refusal(response: HttpResponse, { method, key = '' }: S3Call): Promise<ObjectStoreFailure> {
    const said = (await response.text(this.#limits.answerBytes)) ?? '';
    const [code, message] = [textIn(said, 'Code') ?? '', textIn(said, 'Message') ?? ''];
    const { bucket, secretKey } = this.#access;
    const reason = redactedLine([code, message].filter((text) => text !== '').join(': '), secretKey);
    const object = `${bucket}${key === '' ? '' : `/${key}`}`;
    const answer = `answered ${response.status} to ${method} ${object}`;
    return new ObjectStoreFailure(`${this.#server} ${answer}${reason === '' ? '' : `: ${reason}`}`);
  }

  async #signed({ method, key, query = {}, headers = {}, body }: S3Call) {
    const { endpoint, bucket } = this.#access;
    const path = `${endpoint.pathname.replace(/\/+$/, '')}/${[bucket, ...(key?.split('/') ?? [])].map(escaped).join('/')}`;
    const { headers: signed } = await this.#signer.sign({
      ...{ method, path, query: { ...query }, protocol: endpoint.protocol, hostname: endpoint.hostname },
      headers: { ...headers, host: endpoint.host, 'x-amz-content-sha256': sha256Of(body ?? new Uint8Array()) },
    });
    const url = new URL(endpoint);
    url.pathname = path;
    url.search = Object.entries(query)
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .join('&');
    return { url, headers: signed };
  }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Percent-encodes a path as the signature requires: all characters except letters, digits and -._~ */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

type Data = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (data: Data): string | Uint8Array => {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
};

/** SHA-256, or HMAC-SHA-256 with a key, with the interface that the signer requires. */
class DigestOfRuntime {
  readonly #secret: string | Uint8Array | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: Data) {
    this.#secret = secret === undefined ? undefined : bytesOf(secret);
    this.#hash = this.#begin();
  }

  update(data: Data): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest());
  }

  reset(): void {
    this.#hash = this.#begin();
  }

  #begin(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret);
  }
}
