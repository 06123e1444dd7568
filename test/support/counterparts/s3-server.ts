import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signatureProblem } from './s3-signature.js';

export const s3Keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'a/secret+key=of40characters' } as const;

interface Upload {
  readonly key: string;
  readonly begun: Date;
  readonly parts: Map<number, Buffer>;
}

interface S3Request {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly range: string | undefined;
  readonly body: Buffer;
}

/** Answers instead of the server. @returns whether it has answered */
export type Fault = (request: S3Request, response: ServerResponse) => boolean;

/** A small S3-compatible server with one bucket, `backups`. It checks signatures and digests. */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, Upload>();
  /** Method, key and query of each correctly signed request. */
  readonly requests: string[] = [];
  /** Number of objects on a page of a list. */
  pageLength = 1000;
  fault: Fault = () => false;
  #lastUpload = 0;
  #url = '';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.#url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`;
    return server;
  }

  get url(): string {
    return this.#url;
  }

  /** Settings of a service that uses this server. */
  get variables(): Record<string, string> {
    const { accessKey, secretKey } = s3Keys;
    return { HEXIPAM_S3_ENDPOINT: this.url, HEXIPAM_S3_ACCESS_KEY: accessKey, HEXIPAM_S3_SECRET_KEY: secretKey };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '', headers } = message;
    const body = await buffer(message);
    const digest = createHash('sha256').update(body).digest('hex');
    const problem = signatureProblem({ method, target, headers }, s3Keys.secretKey);
    if (problem !== undefined) {
      refuse(response, 403, problem);
      return;
    }
    if (headers['x-amz-content-sha256'] !== digest) {
      refuse(response, 400, 'XAmzContentSHA256Mismatch');
      return;
    }
    const { pathname, searchParams } = new URL(target, this.url);
    const [, bucket, ...key] = pathname.split('/').map(decodeURIComponent);
    if (bucket !== 'backups') {
      refuse(response, 404, 'NoSuchBucket');
      return;
    }
    const request = { method, key: key.join('/'), query: searchParams, range: headers.range, body };
    this.requests.push(`${method} ${request.key}?${searchParams}`);
    if (!this.fault(request, response)) this.#act(request, response);
  }

  #act(request: S3Request, response: ServerResponse): void {
    const { method, key, query, body } = request;
    if (key === '' && query.has('uploads')) this.#listUploads(response);
    else if (key === '') this.#list(query, response);
    else if (query.has('uploads') || query.has('uploadId')) this.#upload(request, response);
    else if (method === 'GET') this.#get(request, response);
    else {
      if (method === 'PUT') this.objects.set(key, body);
      else this.objects.delete(key);
      response.writeHead(method === 'PUT' ? 200 : 204, { ETag: tagOf(body) }).end();
    }
  }

  #get({ key, range = '' }: S3Request, response: ServerResponse): void {
    const content = this.objects.get(key);
    if (!content) {
      refuse(response, 404, 'NoSuchKey');
      return;
    }
    const [, begin, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const [from, to] = [Number(begin), Math.min(Number(end), content.length - 1)];
    if (from >= content.length) {
      refuse(response, 416, 'InvalidRange');
      return;
    }
    const headers = { ETag: tagOf(content), 'Content-Range': `bytes ${from}-${to}/${content.length}` };
    response.writeHead(206, headers).end(content.subarray(from, to + 1));
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const all = [...this.objects].filter(([key]) => key.startsWith(query.get('prefix') ?? '')).sort();
    const begin = Number(query.get('continuation-token') ?? 0);
    const end = begin + this.pageLength;
    const entries = all
      .slice(begin, end)
      .map(([key, { length }]) => `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${length}</Size></Contents>`);
    const next = end < all.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : '';
    const head = `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">`;
    response.end(`${head}<IsTruncated>${next !== ''}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`);
  }

  #listUploads(response: ServerResponse): void {
    const entries = [...this.uploads].map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${encodeURIComponent(key)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    response.end(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`);
  }

  #upload({ method, key, query, body }: S3Request, response: ServerResponse): void {
    const id = query.get('uploadId');
    if (id === null) {
      const created = `upload&${++this.#lastUpload}`;
      this.uploads.set(created, { key, begun: new Date(), parts: new Map() });
      const text = created.replace('&', '&amp;');
      response.end(`<InitiateMultipartUploadResult><UploadId>${text}</UploadId></InitiateMultipartUploadResult>`);
      return;
    }
    const upload = this.uploads.get(id);
    if (upload?.key !== key) {
      refuse(response, 404, 'NoSuchUpload');
      return;
    }
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      response.writeHead(200, { ETag: tagOf(body) }).end();
      return;
    }
    this.uploads.delete(id);
    if (method === 'DELETE') {
      response.writeHead(204).end();
      return;
    }
    const parts = [...upload.parts].sort(([one], [other]) => one - other);
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
    const isSame =
      named.length === parts.length &&
      parts.every(([number, part], i) => named[i]?.[1] === `${number}` && named[i]?.[2] === tagOf(part));
    if (!isSame) {
      refuse(response, 400, 'InvalidPart');
      return;
    }
    this.objects.set(key, Buffer.concat(parts.map(([, part]) => part)));
    response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }
}

const tagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

export function refuse(response: ServerResponse, status: number, code: string, message = 'as the test wants it'): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
