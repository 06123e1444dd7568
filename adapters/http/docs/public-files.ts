import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import type { Dialect } from '../openapi/description.js';
import { RequestError } from '../request-error.js';
import { pageCss, pageHtml, pageScript } from './page.js';

const compress = promisify(gzip);
const decompress = promisify(brotliDecompress);

export interface PublicFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The page loads files of this server only. Swagger UI sets inline styles. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

async function fileOf(type: string, text: string | Buffer, headers: PublicFile['headers'] = {}): Promise<PublicFile> {
  const plain = Buffer.from(text);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type: `${type}; charset=utf-8`, plain, compressed: await compress(plain), tag, headers };
}

/**
 * Reads a compressed file of Swagger UI, which the build copies into this folder.
 * @throws RequestError path.notFound without the copy
 */
const ofLibrary = async (type: string, name: string): Promise<PublicFile> =>
  fileOf(
    type,
    await readFile(new URL(`./${name}.br`, import.meta.url)).then(decompress, () => {
      throw new RequestError('path.notFound');
    }),
  );

/**
 * Returns all public documents by path. Each is created at its first request.
 * @param describe creates the OpenAPI description of a dialect
 * @param describeEvents creates the AsyncAPI description
 */
export function publicFiles(
  describe: (dialect: Dialect) => Promise<object>,
  describeEvents: () => object,
): ReadonlyMap<string, () => Promise<PublicFile>> {
  const files: Readonly<Record<string, () => Promise<PublicFile>>> = {
    'openapi.json': async () => fileOf('application/json', JSON.stringify(await describe('numbers'))),
    'openapi-strings.json': async () => fileOf('application/json', JSON.stringify(await describe('strings'))),
    'asyncapi.json': () => fileOf('application/json', JSON.stringify(describeEvents())),
    docs: () => fileOf('text/html', pageHtml, { 'Content-Security-Policy': policy }),
    'docs/page.css': () => fileOf('text/css', pageCss),
    'docs/page.js': () => fileOf('text/javascript', pageScript),
    'docs/swagger-ui.css': () => ofLibrary('text/css', 'swagger-ui.css'),
    'docs/swagger-ui-bundle.js': () => ofLibrary('text/javascript', 'swagger-ui-bundle.js'),
  };
  return new Map(Object.entries(files).map(([name, make]) => [name, once(make)]));
}

/** Caches the first successful result. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
