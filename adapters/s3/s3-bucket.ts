import type { HttpClient, HttpResponse } from '../../application/ports/http-client.js';
import { type ObjectStore, ObjectStoreFailure, type StoredObject } from '../../application/ports/object-store.js';
import { type RequestLimits, type S3Access, S3Requests } from './s3-requests.js';
import { elementsIn, keyIn, textIn, textOfElement } from './s3-xml.js';

export interface S3Limits extends RequestLimits {
  /** Bytes of one part of a multipart upload, and of one range of a download. S3 permits 10,000 parts of at least 5 MiB. */
  readonly partBytes: number;
  /** Maximum number of pages of a list, each with up to 1,000 objects. */
  readonly pages: number;
}

const mebibyte = 1_048_576;
/** Limits objects to 160 GB. A connection of 2.5 Mbit/s transfers a part within the timeout. */
const defaultLimits: S3Limits = {
  requestMs: 60_000,
  answerBytes: 8 * mebibyte,
  tries: 3,
  retryMs: 5000,
  partBytes: 16 * mebibyte,
  pages: 100,
};

/** A bucket of an S3-compatible server, with path-style addresses. The server verifies the signed SHA-256 digest of each part. */
export class S3Bucket implements ObjectStore {
  readonly #requests: S3Requests;
  readonly #limits: S3Limits;

  constructor(client: HttpClient, access: S3Access, limits: Partial<S3Limits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#requests = new S3Requests(client, access, this.#limits);
  }

  async list(prefix: string): Promise<readonly StoredObject[]> {
    const found: StoredObject[] = [];
    let token: string | undefined;
    for (let page = 0; page < this.#limits.pages; page++) {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        prefix,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const xml = await this.#requests.text({ method: 'GET', query });
      if (!/<ListBucketResult[ >]/.test(xml)) throw new ObjectStoreFailure('the server returned no list of objects');
      for (const entry of elementsIn(xml, 'Contents')) {
        const [key, size] = [keyIn(entry), textIn(entry, 'Size') ?? ''];
        if (key !== undefined && /^\d{1,15}$/.test(size)) found.push({ key, bytes: Number(size) });
      }
      token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : undefined;
      if (token === undefined) return found;
    }
    throw new ObjectStoreFailure(`there are more than ${found.length} objects below ${prefix}`);
  }

  async put(key: string, bytes: AsyncIterable<Uint8Array>, stop?: AbortSignal): Promise<void> {
    const chunks = partsOf(bytes, this.#limits.partBytes);
    const first = await chunks.next();
    const second = await chunks.next();
    if (second.done) await this.#requests.text({ method: 'PUT', key, body: first.value ?? new Uint8Array() }, stop);
    else if (!first.done) await this.#putParts(key, joined([first.value, second.value], chunks), stop);
  }

  async #putParts(key: string, chunks: AsyncIterable<Uint8Array>, stop: AbortSignal | undefined): Promise<void> {
    const initiated = await this.#requests.text({ method: 'POST', key, query: { uploads: '' } }, stop);
    const uploadId = textIn(initiated, 'UploadId');
    if (uploadId === undefined) throw new ObjectStoreFailure('the server did not start the upload: its answer has no upload ID');
    try {
      const tags: string[] = [];
      for await (const body of chunks) tags.push(await this.#putPart({ key, uploadId, number: tags.length + 1, body }, stop));
      await this.#complete(key, uploadId, tags, stop);
    } catch (error) {
      await this.#abort(key, uploadId).catch(() => {}); // removeUnfinished deletes the upload later
      throw error;
    }
  }

  async #putPart(
    { key, uploadId, number, body }: { key: string; uploadId: string; number: number; body: Uint8Array },
    stop: AbortSignal | undefined,
  ): Promise<string> {
    const query = { partNumber: String(number), uploadId };
    const response = await this.#requests.send({ method: 'PUT', key, query, body }, stop);
    await response.text(this.#limits.answerBytes).catch((error: unknown) => {
      throw this.#requests.failureOf(error);
    });
    const tag = response.header('etag');
    if (tag === undefined) throw new ObjectStoreFailure(`the server returned no ETag for part ${number} of ${key}`);
    return tag;
  }

  /** Completes an upload. The server may send status 200 before a failure, which is then in the body. */
  async #complete(key: string, uploadId: string, tags: readonly string[], stop: AbortSignal | undefined): Promise<void> {
    const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${textOfElement(tag)}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const answer = await this.#requests.text({ method: 'POST', key, query: { uploadId }, body, once: true }, stop);
    const code = textIn(answer, 'Code');
    if (code !== undefined) throw new ObjectStoreFailure(`the server did not complete ${key}: ${code}`);
  }

  async #abort(key: string, uploadId: string): Promise<void> {
    await this.#requests.text({ method: 'DELETE', key, query: { uploadId }, accepts: [404] });
  }

  /** Downloads in ranges, so that the timeout applies to each range, not to the whole object. */
  async *get(key: string): AsyncGenerator<Uint8Array, void, undefined> {
    const { partBytes } = this.#limits;
    let tag: string | undefined;
    for (let [at, length] = [0, 1]; at < length; at += partBytes) {
      const headers = { range: `bytes=${at}-${at + partBytes - 1}`, ...(tag === undefined ? {} : { 'if-match': tag }) };
      const response = await this.#requests.send({ method: 'GET', key, headers, accepts: [416] });
      const found = response.status === 416 ? undefined : lengthIn(response.header('content-range'), at, partBytes);
      if (found === undefined) await response.text(0).catch(() => {}); // closes the connection
      if (response.status === 416 && at === 0) return; // an empty object
      if (found === undefined) throw new ObjectStoreFailure(`the server returned another range of ${key} than requested`);
      length = found;
      tag ??= response.header('etag');
      yield* this.#bodyOf(response, key, Math.min(partBytes, length - at));
    }
  }

  async *#bodyOf(response: HttpResponse, key: string, bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    let received = 0;
    try {
      for await (const chunk of response.body) {
        received += chunk.byteLength;
        if (received > bytes) break;
        yield chunk;
      }
    } catch (error) {
      throw this.#requests.failureOf(error);
    }
    if (received !== bytes) throw new ObjectStoreFailure(`the server returned ${key} with another length than declared`);
  }

  async remove(key: string): Promise<void> {
    await this.#requests.text({ method: 'DELETE', key, accepts: [404] });
  }

  async removeUnfinished(prefix: string, before: Date): Promise<void> {
    const query = { uploads: '', prefix, 'encoding-type': 'url' };
    const xml = await this.#requests.text({ method: 'GET', query });
    for (const entry of elementsIn(xml, 'Upload')) {
      const [key, uploadId, initiated] = [keyIn(entry), textIn(entry, 'UploadId'), textIn(entry, 'Initiated')];
      if (key !== undefined && uploadId !== undefined && new Date(initiated ?? '') < before) await this.#abort(key, uploadId);
    }
  }
}

/** Returns the length of an object from the response to a range request; undefined if the response contains another range. */
function lengthIn(contentRange: string | undefined, at: number, partBytes: number): number | undefined {
  const [, begin, end, length] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange ?? '') ?? [];
  const isRequested = Number(begin) === at && Number(end) === Math.min(at + partBytes, Number(length)) - 1;
  return isRequested ? Number(length) : undefined;
}

/** Divides bytes into parts of equal length; only the last part may be shorter. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  let [chunks, length]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length < partBytes) continue;
    const all = Buffer.concat(chunks);
    let at = 0;
    for (; all.length - at >= partBytes; at += partBytes) yield all.subarray(at, at + partBytes);
    [chunks, length] = [[all.subarray(at)], all.length - at];
  }
  if (length > 0) yield Buffer.concat(chunks);
}

async function* joined<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield* first;
  yield* rest;
}
