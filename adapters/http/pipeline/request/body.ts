import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { FairSemaphore, type Release } from '../../../../application/fair-semaphore.js';
import { RequestError } from '../../request-error.js';
import {
  maxBodyBytes,
  maxBulkElements,
  mergeParameters,
  noParameters,
  type RequestParameters,
  readJsonBody,
  readLongForm,
  readLongJsonBody,
  readQueryParameters,
} from '../../wire/parameters.js';
import { yieldToEventLoop } from '../../yield.js';
import { type Client, hasBody, onExchangeEnd } from '../exchange.js';
import type { ApiTarget, AppRequest, Authenticated, ReadRequest, ServerContext, StepContext } from '../step.js';
import { readXmlBody } from './xml-body.js';

/** Size above which a body is long, in bytes. Long bodies are parsed one at a time and count against the budget. */
const longBody = 64 * 1024;

const formType = 'application/x-www-form-urlencoded';

type ReadText = (text: string) => RequestParameters | Promise<RequestParameters>;

const serial = new FairSemaphore({ total: 1 });
const readInTurn = <T>(read: () => Promise<T>): Promise<T> => serial.run('', read);

const readForm: ReadText = (text) => (text.length > longBody ? readInTurn(() => readLongForm(text)) : readQueryParameters(text));

const readJsonOf =
  (maxElements?: number): ReadText =>
  (text) =>
    text.length > longBody ? readInTurn(() => readLongJsonBody(text, maxElements)) : readJsonBody(text, maxElements);

const readJson = readJsonOf();

/** Body parsers by content type. The key '' is a request without Content-Type. */
const readers: Readonly<Record<string, ReadText>> = {
  'application/json': readJson,
  'application/xml': readXmlBody,
  [formType]: readForm,
  '': readForm,
};

/** Safe methods (RFC 9110). */
export const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the media type of a Content-Type header in lower case, without parameters; empty without a header. */
export function contentTypeOf(header: string | undefined): string {
  return (header?.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Content type of row files, which only some controllers accept. The file format is detected from the content. */
const tableType = 'text/csv';
const tableTypes: ReadonlySet<string> = new Set([
  tableType,
  'application/octet-stream',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);
const tableControllers: ReadonlySet<string> = new Set(['rows', 'imports']);

type Addressed = Pick<ApiTarget, 'controllerName'>;

const isTable = (type: string, { controllerName }: Addressed): boolean =>
  tableTypes.has(type) && tableControllers.has(controllerName.toLowerCase());

/** Whether a body of this content type can be parsed. A missing type ('') can. */
export const isReadableContentType = (type: string, addressed: Addressed): boolean =>
  Object.hasOwn(readers, type) || isTable(type, addressed);

/**
 * Creates a parser for JSON, XML and form bodies of at most `limit` bytes. A body without a content type is a form. Other types,
 * bodies of OPTIONS, and bodies of GET and HEAD without a type are ignored; discardBody drains them.
 * @returns a parser, which throws RequestError request.contentEncoding, request.gzip, request.tooLarge, request.aborted,
 * request.encoding (invalid UTF-8), and the errors of the parser for the type
 */
export function bodyReader(limit: number = maxBodyBytes, maxElements?: number): (ctx: StepContext) => Promise<RequestParameters> {
  const readOwnJson = readJsonOf(maxElements);
  const bytesOf = bytesReader(limit);
  return async (ctx) => {
    const { headers } = ctx.req;
    const type = contentTypeOf(headers['content-type']);
    const known = Object.hasOwn(readers, type) ? readers[type] : undefined;
    const read = known === readJson ? readOwnJson : known;
    const pointless = type === '' && readingMethods.has(ctx.method);
    if (!read || pointless || !hasBody(ctx.req)) return noParameters();
    requireKnownEncoding(headers);
    headers['content-type'] = type || formType; // koa-body skips a missing type, and types in unusual spelling
    const parsed = parsedBody(ctx.req);
    return parsed === undefined ? read(decoded(await bytesOf(ctx))) : readParsed(parsed, read, readOwnJson, limit);
  };
}

const isGzip = ({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): boolean =>
  ['gzip', 'x-gzip'].includes(encoding.toLowerCase());

/** Requires a plain or gzip body, which koa-body decompresses. @throws RequestError request.contentEncoding */
function requireKnownEncoding(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (isGzip(headers)) headers['content-encoding'] = 'gzip';
  else if (encoding.toLowerCase() === 'identity') delete headers['content-encoding'];
  else throw new RequestError('request.contentEncoding', { encoding });
}

/** Reads a table as bytes, in any character encoding. @throws RequestError as bodyReader does */
async function readTable(ctx: StepContext): Promise<Uint8Array> {
  const { headers } = ctx.req;
  requireKnownEncoding(headers);
  headers['content-type'] = tableType;
  const parsed = parsedBody(ctx.req);
  if (parsed === undefined) return readTableBytes(ctx);
  const bytes = Buffer.from(typeof parsed === 'string' || parsed instanceof Uint8Array ? parsed : '');
  if (bytes.length > maxBodyBytes) throw new RequestError('request.tooLarge');
  return bytes;
}

/** Returns the body that a framework has already parsed; undefined while the stream is readable. */
const parsedBody = (request: IncomingMessage): unknown => (request.readableEnded && 'body' in request ? request.body : undefined);

/** Applies the limits of this service to a body that a framework parsed. */
function readParsed(parsed: unknown, read: ReadText, readJson: ReadText, limit: number) {
  const isText = typeof parsed === 'string' || parsed instanceof Uint8Array;
  const bytes = Buffer.from(isText ? parsed : (JSON.stringify(parsed) ?? ''));
  if (bytes.length > limit) throw new RequestError('request.tooLarge');
  return isText ? read(decoded(bytes)) : readJson(decoded(bytes));
}

function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new RequestError('request.encoding');
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads bodies as bytes. With an encoding, koa-body would replace invalid UTF-8 instead of reporting it. */
function bytesReader(limit: number): (ctx: StepContext) => Promise<Uint8Array> {
  const readBytes = koaBody({
    json: false,
    urlencoded: false,
    text: true,
    textTypes: [...Object.keys(readers).filter((type) => type !== ''), tableType],
    textLimit: limit,
    encoding: '',
    parsedMethods: Object.values(HttpMethodEnum),
    onError: (error) => {
      if ('code' in error && String(error.code).startsWith('Z_')) throw new RequestError('request.gzip');
      throw new RequestError('status' in error && error.status === 413 ? 'request.tooLarge' : 'request.aborted');
    },
  });
  return async (ctx) => {
    await readBytes(ctx, async () => undefined);
    const body = ctx.request.body instanceof Uint8Array ? ctx.request.body : new Uint8Array();
    if (body.length > longBody) await yieldToEventLoop();
    return body;
  };
}

/** Maximum body bytes read from an unauthenticated client. It suffices to report a malformed small body before the refusal. */
const maxUnauthenticatedBytes = 16 * 1024;

const readAuthenticatedBody = bodyReader();
const readBulkBody = bodyReader(maxBodyBytes, maxBulkElements);
const readUnauthenticatedBody = bodyReader(maxUnauthenticatedBytes);
const readTableBytes = bytesReader(maxBodyBytes);

/** Maximum compression ratio of gzip. */
const maxGzipRatio = 1032;

/** Upper bound of a body's size in bytes, at most `limit`; `limit` for chunked bodies. */
export const announcedBytes = ({ headers }: Pick<IncomingMessage, 'headers'>, limit: number): number =>
  headers['transfer-encoding'] === undefined
    ? Math.min(Number(headers['content-length'] ?? 0) * (isGzip(headers) ? maxGzipRatio : 1), limit)
    : limit;

const mebibyte = 1024 * 1024;

/** Maximum total bytes of concurrent long bodies. A parsed body needs up to 25 times as much heap. */
const maxConcurrentBytes = Math.min(32 * mebibyte, getHeapStatistics().heap_size_limit / 64);

/**
 * Limits the total bytes of concurrent long bodies, for the process, and for one client to half of that.
 * @param largest maximum bytes of one body, which always fits an empty budget
 */
export function bodyBudget(largest: number, max: number = maxConcurrentBytes): FairSemaphore {
  const total = Math.max(max, largest);
  return new FairSemaphore({ total, perKey: Math.max(total / 2, largest) });
}

/** Reserves the bytes of a body before it is read. @throws RequestError request.tooManyBodies */
export function reserveBytes(
  budget: FairSemaphore,
  { network, isProxy }: Pick<Client, 'network' | 'isProxy'>,
  bytes: number,
): Release {
  const release = budget.tryAcquire(network, { count: bytes, isExempt: isProxy });
  if (!release) throw new RequestError('request.tooManyBodies');
  return release;
}

const budget = bodyBudget(maxBodyBytes);

/** Reserves the bytes of a long body before it is read. @throws RequestError request.tooManyBodies */
function reserve(
  { req, state: { exchange } }: StepContext,
  request: AppRequest,
  { isUnauthenticated }: Authenticated,
): Release | undefined {
  const type = contentTypeOf(req.headers['content-type']);
  const isRead = !isUnauthenticated && hasBody(req) && isReadableContentType(type, request.target);
  const bytes = isRead ? announcedBytes(req, maxBodyBytes) : 0;
  return bytes > longBody ? reserveBytes(budget, exchange.client, bytes) : undefined;
}

interface Body {
  readonly given: RequestParameters;
  readonly table?: Uint8Array;
}

async function bodyOf(ctx: StepContext, request: AppRequest, sent: Authenticated): Promise<Body> {
  if (sent.isUnauthenticated) return { given: await readUnauthenticatedBody(ctx) };
  const { target } = request;
  if (isTable(contentTypeOf(ctx.req.headers['content-type']), target) && hasBody(ctx.req))
    return { given: noParameters(), table: await readTable(ctx) };
  const isLong = target.ids[0] === 'bulk' || tableControllers.has(target.controllerName.toLowerCase());
  return { given: await (isLong ? readBulkBody : readAuthenticatedBody)(ctx) };
}

/**
 * Reads the parameters. Parameters of the body take precedence over parameters of the query. If `authenticate` refused the sender,
 * the step throws this refusal. Other errors of the body take precedence over it, except request.tooLarge. The bytes of a long body
 * are reserved until the request completes.
 * @returns a step that runs work with the read request
 * @throws RequestError request.tooMany, request.tooManyBodies, the errors of bodyReader, and the refusal of the sender
 */
export function readBody({ maxRequests }: Pick<ServerContext, 'maxRequests'>) {
  const pending = new FairSemaphore({ perKey: Math.max(Math.floor(maxRequests * shareOfOneClient), 1) });
  return async (
    ctx: StepContext,
    request: AppRequest,
    sent: Authenticated,
    work: (request: ReadRequest) => Promise<void>,
  ): Promise<void> => {
    const release = reserve(ctx, request, sent);
    try {
      if (hasBody(ctx.req)) countPending(pending, ctx);
      const { given, table } = await bodyOf(ctx, request, sent).catch((error: unknown) => {
        throw 'refusal' in sent && RequestError.is(error, 'request.tooLarge') ? sent.refusal : error;
      });
      if ('refusal' in sent) throw sent.refusal;
      const { target, app } = request;
      const { presented, sender } = sent;
      const parameters = mergeParameters(target.query, given);
      await work({ target, app, presented, caller: sender.caller, token: sender.token, parameters, table });
    } finally {
      release?.();
    }
  };
}

/** Share of the request limit for incomplete bodies of one client. */
const shareOfOneClient = 1 / 4;

/**
 * Counts a request until its body is complete or its exchange ends, so that slow senders occupy only a share of the request slots.
 * @throws RequestError request.tooMany
 */
function countPending(pending: FairSemaphore, { req, res, state: { exchange } }: StepContext): void {
  if (req.complete) return;
  const release = pending.tryAcquire(exchange.client.network);
  if (!release) throw new RequestError('request.tooMany');
  req.once('end', release);
  onExchangeEnd(req, res, release);
}
