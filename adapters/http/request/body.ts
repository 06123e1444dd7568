import type { IncomingMessage } from 'node:http';
import { readJsonBody } from './json-body.js';
import { noParameters, type RequestParameters, readQueryParameters } from './query-parameters.js';
import { RequestError } from './request-error.js';
import { readXmlBody } from './xml-body.js';

/** Bytes that a body may have. */
export const maxBodyBytes = 1024 * 1024;

/** A body's readers by content type; '' stands for a request that names none. */
const readers: Readonly<Record<string, (text: string) => RequestParameters>> = {
  'application/json': readJsonBody,
  'application/xml': readXmlBody,
  'application/x-www-form-urlencoded': readQueryParameters,
  '': readQueryParameters,
};

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A Content-Type header without its parameters, in lower case; '' when there is none. */
export function contentTypeOf(header: string | undefined): string {
  return (header?.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Whether bodies of this content type (see contentTypeOf) are read; '' is. */
export const isReadableContentType = (type: string): boolean => Object.hasOwn(readers, type);

/**
 * Parameters in the body of a request, by its content type: JSON, XML, form; no content type is read as a form.
 * Bodies of other types are not read here, nor is that of a GET, HEAD or OPTIONS request that names no type.
 *
 * Reads the Node stream itself: koa-body decompresses, replaces bytes that are not UTF-8 and parses before one could tell
 * a bad body from a large one.
 * @throws RequestError request.tooLarge, request.aborted, request.encoding (not UTF-8), request.json, request.xml
 */
export async function readBodyParameters(request: IncomingMessage, limit: number = maxBodyBytes): Promise<RequestParameters> {
  const type = contentTypeOf(request.headers['content-type']);
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  const pointless = type === '' && readingMethods.has(request.method ?? '');
  if (!read || pointless || !hasBody(request)) return noParameters();
  return read(decodeUtf8(await readBytes(request, limit)));
}

/** HTTP/1: a body is announced by one of two headers. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Collects a body of at most `limit` bytes. What a larger one has beyond is received and thrown away, so that the client
 * can read the answer on the same connection.
 */
function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let ended = false;
    const fail = (code: 'request.tooLarge' | 'request.aborted') => {
      if (ended) return;
      ended = true;
      chunks.length = 0;
      request.removeListener('data', collect).resume();
      reject(new RequestError(code));
    };
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) fail('request.tooLarge');
      else chunks.push(chunk);
    };
    if (request.destroyed || request.readableEnded) return fail('request.aborted');
    if (Number(request.headers['content-length'] ?? 0) > limit) return fail('request.tooLarge');
    request.on('data', collect);
    request.once('end', () => {
      ended = true;
      resolve(Buffer.concat(chunks, size));
    });
    for (const event of ['error', 'close']) request.once(event, () => fail('request.aborted'));
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new RequestError('request.encoding');
  }
}
