import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { mapList } from '../../../application/listing.js';
import type { App } from '../../../domain/access/app.js';
import type { Answer, RecordAnswer, RecordsAnswer, SelectRecords } from '../answer.js';
import { type AnswerData, type Envelope, minPieceLength, type NumberStyle } from '../codec/codec.js';
import { RequestError } from '../request-error.js';
import { ReadSlots } from '../slots.js';
import { entityTag, namesTag } from '../wire/entity-tag.js';
import { applyFilter, type Filter, readFilter, whileAwaited } from '../wire/filter.js';
import { linking } from '../wire/links.js';
import { type ListParameters, readListParameters } from '../wire/list-parameters.js';
import { type AwaitedList, awaitFirst, streamOf } from '../wire/lists.js';
import type { WireRecord } from '../wire/wire-value.js';
import { RequestWorkBudget } from '../wire/work-budget.js';
import { yieldToEventLoop } from '../yield.js';
import { type Exchange, secondsSince } from './exchange.js';
import type { ApiTarget, ReadRequest, StepContext } from './step.js';

const chunkSlots = new ReadSlots({ ofClient: 4, ofAll: 16 });

/** Slots for first chunks. Most lists are small and have no other chunk. */
const firstSlots = new ReadSlots({ ofClient: 16, ofAll: 64 });

export interface Exchanged {
  readonly ctx: StepContext;
  readonly request: Pick<ReadRequest, 'target' | 'app' | 'parameters'>;
  /** Exchanges the slot of the request for a slot of a stream. @throws RequestError request.tooMany */
  readonly becomeStream: () => void;
}

/** Defined at module level: a closure in a step would retain the whole request in memory. */
const isClosed = (socket: Socket) => (): boolean => socket.destroyed;

/** Reads a chunk of a list after its client has acquired a slot. @throws RequestError request.aborted for a closed connection */
const readChunk = <T>(ctx: StepContext, read: () => Promise<T>, slots: ReadSlots = chunkSlots): Promise<T> =>
  slots.read(ctx.state.exchange.client.address, isClosed(ctx.req.socket), read);

/** Sends the answer of a route: filtered, with links, in the requested number style and encoding. */
export async function sendAnswer(exchanged: Exchanged, answer: Answer): Promise<void> {
  const { ctx, request } = exchanged;
  if ('values' in answer) return sendData(exchanged, { items: answer.values });
  if ('lists' in answer) return sendData(exchanged, answer);
  if ('record' in answer) return sendRecord(exchanged, answer);
  if ('records' in answer) return sendRecords(exchanged, answer);
  if ('texts' in answer) return sendPieces(ctx, answer.texts, answer.contentType);
  if ('stream' in answer) return sendStream(exchanged, answer.stream(ctx.state.exchange.numbers));
  const { status = 200, message, id, subnetId, newSecrets, isLong = false, location, isDryRun, explain } = answer;
  const data = newSecrets ? { ...Object(answer.data), ...newSecrets } : answer.data;
  if (isLong) return sendData(exchanged, { value: data ?? null });
  const { version } = answer;
  if (version && wantsTag(exchanged) && isCachedByClient(ctx, entityTag(version(), JSON.stringify(data)))) {
    ctx.status = 304;
    return;
  }
  if (location !== undefined)
    ctx.set('Location', `${ctx.state.exchange.root}/${encodeURIComponent(request.target.appName)}/${location}`);
  send(exchanged, status, { message, id, subnetId, data, dry_run: isDryRun, explain });
}

function sendStream({ ctx, becomeStream }: Exchanged, pieces: AsyncIterable<string>): void {
  becomeStream();
  ctx.state.exchange.report.isStream = true;
  ctx.status = 200;
  ctx.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  ctx.body = Readable.from(pieces, { objectMode: false, encoding: 'utf8' });
}

/** The number style requested by the client, else that of the application. */
export function numberStyle(ctx: StepContext, app: Pick<App, 'stringify'>): NumberStyle {
  const requested = ctx.get('api-stringify-results').toLowerCase();
  if (['1', 'true'].includes(requested)) return 'text';
  if (['0', 'false'].includes(requested)) return 'native';
  return app.stringify ? 'text' : 'native';
}

/**
 * Whether records have links. The parameter `links` omits them with the value `false`. Without this parameter, the setting of the
 * application applies.
 */
function showsLinks({ request: { parameters, app } }: Exchanged): boolean {
  return parameters.links === undefined ? app.showLinks : parameters.links !== 'false' && parameters.links !== false;
}

function send(exchanged: Exchanged, status: number, members: Omit<Envelope, 'code' | 'success' | 'time'>): void {
  const { ctx, request } = exchanged;
  const { exchange } = ctx.state;
  ctx.status = status;
  ctx.type = exchange.codec.contentType;
  ctx.body = exchange.codec.encode(
    { code: status, success: true, ...members, time: secondsSince(exchange.started) },
    request.target.controllerName || 'api',
    exchange.numbers,
  );
}

const yes: ReadonlySet<unknown> = new Set(['1', 'true', true, 1]);

/** Whether the client requests an entity tag, which needs computation. */
const wantsTag = ({ ctx, request }: Exchanged): boolean => ctx.get('If-None-Match') !== '' || yes.has(request.parameters.etag);

function representationText(exchanged: Exchanged, data: WireRecord): string {
  const { ctx, request } = exchanged;
  return ctx.state.exchange.codec.encode({ ...listHead, data }, request.target.controllerName, ctx.state.exchange.numbers);
}

/** Sets the ETag header. @returns whether If-None-Match contains the tag */
function isCachedByClient(ctx: StepContext, tag: string): boolean {
  ctx.set('ETag', tag);
  const known = ctx.get('If-None-Match');
  return known !== '' && namesTag(known, tag);
}

async function sendRecord(exchanged: Exchanged, { record, ...rest }: RecordAnswer): Promise<void> {
  const { ctx, request } = exchanged;
  if (readFilter(request.parameters)) {
    return sendRecords(exchanged, { ...rest, records: streamOf([record]), whenEmpty: {} });
  }
  const { links, version } = rest;
  const data = links && showsLinks(exchanged) ? linking(links, linkBase(exchanged), true)(record) : record;
  if (version && wantsTag(exchanged) && isCachedByClient(ctx, entityTag(version(), representationText(exchanged, data))))
    ctx.status = 304;
  else send(exchanged, 200, { data });
}

const linkBase = ({ ctx, request }: Exchanged): string => `${ctx.state.exchange.root}/${request.target.appName}`;

function refuseSelection(): never {
  throw new RequestError('list.whole');
}

const withLinks = (
  exchanged: Exchanged,
  records: AsyncIterable<WireRecord>,
  links: RecordsAnswer['links'],
): AsyncIterable<WireRecord> =>
  links && showsLinks(exchanged) ? mapList(records, linking(links, linkBase(exchanged), false)) : records;

async function sendSelected(
  exchanged: Exchanged,
  select: SelectRecords,
  links: RecordsAnswer['links'],
  list: ListParameters,
): Promise<void> {
  const { ctx, request } = exchanged;
  const budget = new RequestWorkBudget(isClosed(ctx.req.socket));
  const { records, total, after } = await readChunk(ctx, () => select(list, budget), firstSlots);
  const shown = withLinks(exchanged, records, list.fields && !list.fields.includes('links') ? undefined : links);
  const next = after === undefined ? undefined : nextTarget(ctx.state.exchange, request.target, ctx.querystring, after);
  if (next !== undefined) ctx.set('Link', `<${next}>; rel="next"`);
  const { fields } = list;
  return sendData(exchanged, { items: fields ? mapList(shown, (record) => record.only(fields)) : shown }, { total, next });
}

/** The target of the request for the next page. */
function nextTarget(
  { root }: Pick<Exchange, 'root'>,
  { appName, controllerName, ids, isPathless }: ApiTarget,
  query: string,
  after: string,
): string {
  const path = isPathless ? [] : [appName, controllerName, ...ids].map(encodeURIComponent);
  const others = query.split('&').filter((pair) => pair !== '' && !/^after(=|$)/.test(pair));
  const sound = others.map((pair) => pair.replace(/[^!-;=?-~]/gu, encodeURIComponent));
  return `${[root, ...path, ''].join('/')}?${[...sound, `after=${after}`].join('&')}`;
}

async function sendRecords(
  exchanged: Exchanged,
  { records, links, whenEmpty, filterNames = new Map(), unfiltered = [], narrowed, select }: RecordsAnswer,
): Promise<void> {
  const { ctx, request } = exchanged;
  const list = readListParameters(request.parameters);
  if (list) return sendSelected(exchanged, select ?? refuseSelection(), links, list);
  const filter = readFilter(request.parameters);
  const awaited = whileAwaited(records, isClosed(ctx.req.socket));
  const all = await readChunk(ctx, () => awaitFirst(awaited), firstSlots);
  if (all.empty) {
    await all.end();
    if (filter) await applyFilter(filter, all);
    if (typeof whenEmpty === 'string') throw new RequestError(whenEmpty);
    return send(exchanged, 200, whenEmpty);
  }
  if (filter && unfiltered.includes(filter.field)) {
    await all.end();
    throw new RequestError('filter.fieldUnknown');
  }
  const matching = filter
    ? await filtered({ ...filter, field: filterNames.get(filter.field) ?? filter.field }, all, narrowed)
    : all;
  return sendData(exchanged, { items: withLinks(exchanged, matching, links) });
}

/** Returns the records that match a filter, read from an index if possible. @throws RequestError as applyFilter does */
async function filtered(
  filter: Filter,
  all: AwaitedList<WireRecord>,
  narrowed: RecordsAnswer['narrowed'],
): Promise<AsyncIterable<WireRecord>> {
  const few = filter.match === 'full' ? await narrowed?.(filter.field, filter.value) : undefined;
  if (few) await all.end();
  return applyFilter(filter, few ?? all);
}

const listHead = { code: 200, success: true } as const;

/** @param further members after the data */
function sendData(exchanged: Exchanged, data: AnswerData, further?: Pick<Envelope, 'total' | 'next'>): Promise<void> {
  const { ctx, request } = exchanged;
  const { codec, numbers, started } = ctx.state.exchange;
  const tail = () => ({ ...further, time: secondsSince(started) });
  return sendPieces(ctx, codec.encodePieces(listHead, data, tail, request.target.controllerName || 'api', numbers));
}

/** Closes the generator and rethrows an error. */
async function endAndThrow(pieces: AsyncGenerator<string>, error: unknown): Promise<never> {
  await pieces.return(undefined);
  throw error;
}

/** Sends a text as fast as the client reads. A text of one or two chunks is sent at once. */
// perf(address-list): sends two pieces at once, 138 us of processor time for 40 kB instead of 258
async function sendPieces(
  ctx: StepContext,
  pieces: AsyncGenerator<string>,
  contentType = ctx.state.exchange.codec.contentType,
): Promise<void> {
  const nextPiece = () => readChunk(ctx, () => pieces.next()).catch((error: unknown) => endAndThrow(pieces, error));
  const first = textOf(await pieces.next());
  const second = textOf(await (isLast(first) ? pieces.next() : nextPiece()));
  ctx.status = 200;
  ctx.type = contentType;
  if (isLast(second)) {
    await pieces.return(undefined);
    ctx.body = first + second;
    return;
  }
  const rest = async function* (): AsyncGenerator<string> {
    try {
      yield first;
      yield second;
      for (let piece = await nextPiece(); !piece.done; piece = await nextPiece()) {
        yield piece.value;
        await yieldToEventLoop(); // without this wait, a fast client would block all other requests
      }
    } finally {
      await pieces.return(undefined);
    }
  };
  const body = Readable.from(rest(), { objectMode: false, encoding: 'utf8' });
  body.once('error', () => ctx.res.destroy()); // a compressor would buffer a part of a short answer
  ctx.body = body;
}

const textOf = ({ done, value }: IteratorResult<string>): string => (done ? '' : value);

/** Whether a chunk is shorter than the minimum length. Only the last chunk can be shorter. */
const isLast = (piece: string): boolean => piece.length < minPieceLength;
