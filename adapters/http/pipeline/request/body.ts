import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { FairSemaphore } from '../../../../application/fair-semaphore.js';
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
import { hasBody, onExchangeEnd } from '../exchange.js';
import type { ApiTarget, AppRequest, Authenticated, ReadRequest, ServerContext, StepContext } from '../step.js';
import { BodyBudget, longBody } from './body-budget.js';
import { readXmlBody } from './xml-body.js';

const formType = 'application/x-www-form-urlencoded';

type ReadText = (text: string) => RequestParameters | Promise<RequestParameters>;

/** The JSON and forms of long bodies: read one at a time. */
const serial = new FairSemaphore({ total: 1 });
const readInTurn = <T>(read: () => Promise<T>): Promise<T> => serial.run('', read);

const readForm: ReadText = (text) => (text.length > longBody ? readInTurn(() => readLongForm(text)) : readQueryParameters(text));

const readJsonOf =
  (maxElements?: number): ReadText =>
  (text) =>
    text.length > longBody ? readInTurn(() => readLongJsonBody(text, maxElements)) : readJsonBody(text, maxElements);

const readJson = readJsonOf();

/** A body's readers by content type; '' stands for a request that names none. */
const readers: Readonly<Record<string, ReadText>> = {
  'application/json': readJson,
  'application/xml': readXmlBody,
  [formType]: readForm,
  '': readForm,
};

/** Methods that change nothing. */
export const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A Content-Type header without its parameters, in lower case; '' when there is none. */
export function contentTypeOf(header: string | undefined): string {
  return (header?.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The content type of tables, which one controller takes: its body is no parameters. */
const tableType = 'text/csv';
const tableController = 'rows';

/** What decides on how a body is read. */
type Addressed = Pick<ApiTarget, 'controllerName'>;

const isTable = (type: string, { controllerName }: Addressed): boolean =>
  type === tableType && controllerName.toLowerCase() === tableController;

/** Whether bodies of this content type (see contentTypeOf) are read; '' is. */
export const isReadableContentType = (type: string, addressed: Addressed): boolean =>
  Object.hasOwn(readers, type) || isTable(type, addressed);

/**
 * Makes the reader of parameters in bodies of at most `limit` bytes, by their content type: JSON, XML, form; no content type
 * is read as a form. Bodies of other types are not read, nor is that of a GET or HEAD request that names no type, nor that
 * of an OPTIONS request. What is not read is left to discardBody.
 * @returns a reader, which throws RequestError request.contentEncoding, request.tooLarge, request.aborted, request.encoding
 * (not UTF-8), and what the readers of the single types throw
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
    requireIdentity(headers);
    headers['content-type'] = type || formType; // koa-body passes over what names its type in an unusual way, or not at all
    const parsed = parsedBody(ctx.req);
    return parsed === undefined ? read(decoded(await bytesOf(ctx))) : readParsed(parsed, read, readOwnJson, limit);
  };
}

/** @throws RequestError request.contentEncoding */
function requireIdentity(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new RequestError('request.contentEncoding', { encoding });
  delete headers['content-encoding'];
}

/** Reads a table as it is sent, in whatever encoding. @throws RequestError as bodyReader does */
async function readTable(ctx: StepContext): Promise<Uint8Array> {
  const { headers } = ctx.req;
  requireIdentity(headers);
  headers['content-type'] = tableType;
  const parsed = parsedBody(ctx.req);
  if (parsed === undefined) return readTableBytes(ctx);
  const bytes = Buffer.from(typeof parsed === 'string' || parsed instanceof Uint8Array ? parsed : '');
  if (bytes.length > maxBodyBytes) throw new RequestError('request.tooLarge');
  return bytes;
}

/** What a framework has made of the body, which nobody can read any more. */
const parsedBody = (request: IncomingMessage): unknown => (request.readableEnded && 'body' in request ? request.body : undefined);

/** Takes over what a framework has parsed, with the same limits as what comes unparsed. */
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

/** Reads bodies as bytes: koa-body decodes none without an encoding, and would replace what is not UTF-8 otherwise. */
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

/** Bytes that are read of a body whose sender is not known: enough to tell what is wrong with a small one first. */
const maxUnauthenticatedBytes = 16 * 1024;

const readAuthenticatedBody = bodyReader();
const readBulkBody = bodyReader(maxBodyBytes, maxBulkElements);
const readUnauthenticatedBody = bodyReader(maxUnauthenticatedBytes);
const readTableBytes = bytesReader(maxBodyBytes);

/** Bytes of a body as its headers announce them, at most `limit`; `limit` where they do not. */
export const announcedBytes = ({ headers }: Pick<IncomingMessage, 'headers'>, limit: number): number =>
  headers['transfer-encoding'] === undefined ? Math.min(Number(headers['content-length'] ?? 0), limit) : limit;

/** The long bodies of all requests of the process. */
const bodyBudget = new BodyBudget(maxBodyBytes);

/** Reserves the bytes of a body that will be read, if it is long. @throws RequestError request.tooManyBodies */
function reserve(
  { req, state: { exchange } }: StepContext,
  request: AppRequest,
  { isUnauthenticated }: Authenticated,
): (() => void) | undefined {
  const type = contentTypeOf(req.headers['content-type']);
  const isRead = !isUnauthenticated && hasBody(req) && isReadableContentType(type, request.target);
  const bytes = isRead ? announcedBytes(req, maxBodyBytes) : 0;
  return bytes > longBody ? bodyBudget.reserve(exchange.client, bytes) : undefined;
}

/** The parameters of a body, or its table. */
interface Body {
  readonly given: RequestParameters;
  readonly table?: Uint8Array;
}

async function bodyOf(ctx: StepContext, request: AppRequest, sent: Authenticated): Promise<Body> {
  if (sent.isUnauthenticated) return { given: await readUnauthenticatedBody(ctx) };
  const { target } = request;
  if (isTable(contentTypeOf(ctx.req.headers['content-type']), target) && hasBody(ctx.req))
    return { given: noParameters(), table: await readTable(ctx) };
  const isLong = target.ids[0] === 'bulk' || target.controllerName.toLowerCase() === tableController;
  return { given: await (isLong ? readBulkBody : readAuthenticatedBody)(ctx) };
}

/**
 * Reads the parameters: the body's win over the query's. The large body of an unauthenticated client is not read: its refusal
 * is thrown instead of the error of the body. The bytes of a long body are reserved until the work of its request is done.
 * @returns a step that runs work with the read request
 * @throws RequestError request.tooMany, request.tooManyBodies, the errors of bodyReader, and the refusal of the sender
 */
export function readBody({ maxRequests }: Pick<ServerContext, 'maxRequests'>) {
  const pending = new PendingBodies(maxRequests);
  return async (
    ctx: StepContext,
    request: AppRequest,
    sent: Authenticated,
    work: (request: ReadRequest) => Promise<void>,
  ): Promise<void> => {
    const release = reserve(ctx, request, sent);
    try {
      if (hasBody(ctx.req)) pending.begin(ctx.state.exchange.client.network, ctx.req, ctx.res);
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

/** The part of all requests under way that may be those of one client whose bodies are still coming. */
const shareOfOneClient = 1 / 4;

/** The bodies that are being waited for, by client: who sends slowly keeps a part of the places only. */
class PendingBodies {
  readonly #max: number;
  readonly #byClient = new Map<string, number>();

  constructor(maxRequests: number) {
    this.#max = Math.max(Math.floor(maxRequests * shareOfOneClient), 1);
  }

  /**
   * Counts a request until its body is there, or nobody wants it any more.
   * @param client what counts as one client
   * @throws RequestError request.tooMany
   */
  begin(client: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.complete) return;
    const count = this.#byClient.get(client) ?? 0;
    if (count >= this.#max) throw new RequestError('request.tooMany');
    this.#byClient.set(client, count + 1);
    let isOpen = true;
    const end = (): void => {
      if (isOpen) this.#end(client);
      isOpen = false;
    };
    request.once('end', end);
    onExchangeEnd(request, response, end);
  }

  #end(client: string): void {
    const count = (this.#byClient.get(client) ?? 0) - 1;
    if (count > 0) this.#byClient.set(client, count);
    else this.#byClient.delete(client);
  }
}
