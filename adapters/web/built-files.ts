import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { pagePolicy, send } from './responses.js';

/** A file of the build, as listed in `files.json`. `NAME.br` is its compressed copy. */
interface BuiltFile {
  readonly type: string;
}

const plain = { 'Content-Type': 'text/plain; charset=utf-8' };

/** Content encodings in order of preference, by their `Accept-Encoding` names. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const compress = promisify(gzip);
const decompress = promisify(brotliDecompress);

const nonceMark = '__NONCE__';
const prefixMark = '__PREFIX__';

/** File references of the built page are relative, but the page is served at any path below the console's root. */
const besidePage = '"./assets/';

const immutable = 'public, max-age=31536000, immutable';

/** Reads each file at its first request, and serves only listed files. */
export class BuiltFiles {
  readonly #folder: URL;
  #list: Promise<ReadonlyMap<string, BuiltFile>> | undefined;
  #page: Promise<string> | undefined;
  readonly #contents = new Map<string, Promise<Buffer>>();

  constructor(folder: URL) {
    this.#folder = folder;
  }

  /**
   * Answers with the listed file at the path, or with 404 for an unknown path in `assets/`. All other paths get the page, which has
   * its own routes.
   * @param path below the root
   * @param prefix of all paths in the page
   */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, prefix }: { readonly path: string; readonly prefix: string },
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(request, response, 405, { ...plain, Allow: 'GET, HEAD' }, 'Only GET and HEAD are allowed.');
    try {
      const file = (await this.#files()).get(path);
      if (file) await this.#sendFile(request, response, path, file);
      else if (path.startsWith('assets/')) send(request, response, 404, plain, 'There is no such file.');
      else await this.#sendPage(request, response, prefix);
    } catch {
      this.#list = undefined;
      this.#page = undefined;
      send(request, response, 503, plain, 'The web console was not built: run "npm run build".');
    }
  }

  #files(): Promise<ReadonlyMap<string, BuiltFile>> {
    this.#list ??= readFile(new URL('files.json', this.#folder), 'utf8').then(
      (text) => new Map(Object.entries<BuiltFile>(JSON.parse(text))),
    );
    return this.#list;
  }

  async #sendFile(request: IncomingMessage, response: ServerResponse, path: string, file: BuiltFile): Promise<void> {
    const accepted = encodingsOf(request);
    const encoding = encodings.find((name) => accepted.has(name)) ?? 'identity';
    const content = await this.#content(path, encoding);
    const coded = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
    send(
      request,
      response,
      200,
      { 'Content-Type': file.type, 'Cache-Control': immutable, Vary: 'Accept-Encoding', ...coded },
      content,
    );
  }

  #content(path: string, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${path}`;
    const known = this.#contents.get(key);
    if (known) return known;
    const made = this.#make(path, encoding);
    this.#contents.set(key, made);
    made.catch(() => this.#contents.delete(key));
    return made;
  }

  async #make(path: string, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br') return readFile(new URL(`${path}.br`, this.#folder));
    if (encoding === 'gzip') return compress(await this.#content(path, 'identity'));
    return decompress(await this.#content(path, 'br'));
  }

  async #sendPage(request: IncomingMessage, response: ServerResponse, prefix: string): Promise<void> {
    this.#page ??= readFile(new URL('index.html', this.#folder), 'utf8');
    const nonce = randomBytes(16).toString('base64');
    const page = (await this.#page).replaceAll(nonceMark, nonce).replaceAll(prefixMark, prefix);
    const html = page.replaceAll(besidePage, `"${prefix}/console/assets/`);
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': pagePolicy(nonce) };
    send(request, response, 200, headers, html);
  }
}

function encodingsOf({ headers }: IncomingMessage): ReadonlySet<string> {
  const entries = String(headers['accept-encoding'] ?? '').split(',');
  const accepted = entries.filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry));
  return new Set(accepted.map((entry) => (entry.split(';', 1)[0] ?? '').trim().toLowerCase()));
}
