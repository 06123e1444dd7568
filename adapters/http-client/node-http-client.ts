import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type HttpClient, HttpFailure, type HttpRequest, type HttpResponse } from '../../application/ports/http-client.js';
import { codeOf } from '../../application/ports/storage-error.js';

export interface NodeHttpClientOptions {
  /** PEM certificates of trusted authorities, in addition to those of the runtime. */
  readonly authorities?: readonly string[];
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
}

export class NodeHttpClient implements HttpClient {
  readonly #authorities: readonly string[] | undefined;
  readonly #resolve: (hostname: string) => Promise<readonly LookupAddress[]>;

  constructor({ authorities, resolve = (name) => lookup(name, { all: true }) }: NodeHttpClientOptions = {}) {
    this.#authorities = authorities;
    this.#resolve = resolve;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const late = AbortSignal.timeout(request.timeoutMs);
    const failureOf = (error: unknown): HttpFailure => {
      if (error instanceof HttpFailure) return error;
      if (request.stop?.aborted) return new HttpFailure('stopped', 'the request was stopped before an answer arrived');
      if (late.aborted) return new HttpFailure('timeout', 'no answer arrived in time');
      return connectionFailure(error);
    };
    try {
      const response = await this.#begin(request, request.stop ? AbortSignal.any([late, request.stop]) : late);
      const body = bodyOf(response, failureOf);
      const header = (name: string): string | undefined => response.headers[name]?.toString();
      return { status: response.statusCode ?? 0, header, body, text: (maxBytes) => textOf(body, maxBytes) };
    } catch (error) {
      throw failureOf(error);
    }
  }

  #begin({ method, url, headers, body, mayConnect }: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && mayConnect?.(host) === false) throw forbidden();
    const isTls = url.protocol === 'https:';
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const own = mayConnect ? { agent: false } : {};
    const options = { method, headers: { ...headers, ...length }, lookup: this.#lookup(mayConnect), signal, ...own };
    const trust = this.#authorities ? { ca: [...this.#authorities] } : {};
    const outgoing = isTls ? requestTls(url, { ...options, ...trust }) : requestPlain(url, options);
    return new Promise((resolve, reject) => {
      if (mayConnect) refuseOthers(outgoing, mayConnect, isTls ? 'secureConnect' : 'connect');
      outgoing.on('error', reject);
      outgoing.once('response', resolve);
      outgoing.end(body);
    });
  }

  #lookup(mayConnect: (address: string) => boolean = () => true): LookupFunction {
    return (hostname, options, done) => {
      this.#resolve(hostname).then(
        (found) => {
          const usable = found.filter(({ address }) => mayConnect(address));
          const [first] = usable;
          if (!first)
            done(found.length > 0 ? forbidden() : new HttpFailure('noAddress', 'the host name has no IP address'), '', 0);
          else if (options.all) done(null, [...usable]);
          else done(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => done(error, '', 0),
      );
    };
  }
}

const forbidden = (): HttpFailure => new HttpFailure('forbiddenAddress', 'requests to this IP address are not permitted');

/** Checks the connected address before sending. */
function refuseOthers(outgoing: ClientRequest, mayConnect: (address: string) => boolean, connected: string): void {
  outgoing.once('socket', (socket) => {
    socket.prependOnceListener(connected, () => {
      if (!mayConnect(socket.remoteAddress ?? '')) outgoing.destroy(forbidden());
    });
  });
}

async function* bodyOf(
  response: IncomingMessage,
  failureOf: (error: unknown) => HttpFailure,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw failureOf(error);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

function connectionFailure(error: unknown): HttpFailure {
  if (error instanceof AggregateError && error.errors.length > 0) return connectionFailure(error.errors[0]);
  return new HttpFailure('connection', error instanceof Error ? error.message : 'the connection failed', codeOf(error));
}

async function textOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined; // closes the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
