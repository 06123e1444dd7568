import type { ChangeFilter, ListenedChanges } from '../../../application/changes/feed/changes.js';
import type { Application } from '../../../application/index.js';
import { kinds } from '../../../domain/catalog/kinds.js';
import { auditedObjects, changedObjects } from '../../../domain/changes/change.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp, scalarText } from '../../../domain/scalar-text.js';
import type { PlainAnswer, StreamAnswer } from '../answer.js';
import type { ApiRequest, Controller } from '../api-request.js';
import type { NumberStyle } from '../codec/codec.js';
import { jsonText } from '../codec/json-text.js';
import type { RouteDoc } from '../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, withNumbers } from '../openapi/schema.js';
import { RequestError } from '../request-error.js';
import { AnswerSlots } from '../slots.js';
import { reading } from './route.js';

export const pageLimits = { usual: 100, max: 1000 } as const;

const query: Readonly<Record<string, Schema>> = {
  after: {
    description:
      'Cursor: `after` of the previous response, or `now`. Without a cursor the list begins with the oldest retained change.',
    type: 'string',
  },
  before: {
    description:
      'Cursor for the order newest first: `before` of the previous response, or `now`. The parameter `after` is then ignored.',
    type: 'string',
  },
  limit: {
    description: `Maximum number of changes of a page; values above ${pageLimits.max} count as ${pageLimits.max}.`,
    type: 'integer',
    minimum: 1,
    default: pageLimits.usual,
  },
  kind: { description: 'Kinds of the objects, separated by commas: `subnet,address`.', type: 'string' },
  section: { description: 'IDs of the sections of the objects, separated by commas.', type: 'string', pattern: '^[\\d, ]*$' },
  by: { description: 'Name of the user who made the changes.', type: 'string' },
  app: { description: 'ID of the application through which the changes were made: `mcp`, `console`.', type: 'string' },
  objectId: {
    description: 'ID of the changed objects; together with `kind`, the changes of one object.',
    type: 'string',
    pattern: '^\\d{0,10}$',
  },
  subnet: {
    description:
      'ID of a subnet: its changes, and those of its addresses and ranges. With `before`, an index finds them in a feed of any size, as it does for `kind` with `objectId`.',
    type: 'string',
    pattern: '^\\d{0,10}$',
  },
  from: { description: 'Start of the time range: `2026-01-31T12:00:00Z`; in UTC if it has no time zone.', type: 'string' },
  to: { description: 'End of the time range.', type: 'string' },
};

const changes = listOf(refTo('change'));
const nextCursor: Schema = { description: 'Cursor of the next page.', type: 'string' };
const olderCursor: Schema = {
  description: 'Cursor of the next older page; null if no older change is retained.',
  type: ['string', 'null'],
};

export const changeDocs = {
  list: {
    id: 'listChanges',
    summary: 'List changes',
    text: 'Returns every change exactly once. The changes of one object have the order in which they were made. At the end of the feed `after` no longer changes. With `Accept: text/event-stream` the operation streams the changes as server-sent events without delay: `id` is the cursor for `Last-Event-ID`, `data` is a change.',
    query,
    answer: {
      shows: 'plain',
      data: withNumbers(
        { oneOf: [objectOf({ changes, after: nextCursor }), objectOf({ changes, before: olderCursor })] },
        { oneOf: undefined, ...objectOf({ changes, after: nextCursor, before: olderCursor }, 'after', 'before') },
      ),
      alsoAs: {
        'text/event-stream': {
          description: 'Server-sent events of type `change`; the data of each event is a change.',
          type: 'string',
        },
      },
    },
    errors: [
      'changes.limit',
      'changes.kind',
      'changes.text',
      'changes.section',
      'changes.object',
      'changes.subnet',
      'changes.moment',
      'list.tooManyValues',
      'feed.cursorUnknown',
      'feed.pruned',
    ],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

/** Reconnection time of clients in milliseconds. */
const retry = 3000;

/**
 * Encodes server-sent events with feed cursors as ids. Without changes, a comment or a cursor is sent as heartbeat.
 * @param numbers number style of changes, as in pages
 */
export async function* eventStream(
  batches: AsyncIterable<ListenedChanges>,
  numbers: NumberStyle,
): AsyncGenerator<string, void, undefined> {
  yield `retry: ${retry}\n\n`;
  let sentCursor = '';
  for await (const { changes, cursor } of batches) {
    for (const change of changes) yield `id: ${change.id}\nevent: change\ndata: ${jsonText({ ...change }, numbers)}\n\n`;
    const last = changes.at(-1)?.id ?? sentCursor;
    yield last === cursor ? ':\n\n' : `id: ${cursor}\n\n`;
    sentCursor = cursor;
  }
}

/** Limits of concurrent answers. Each uses several megabytes until the client has received it. */
const limits = { ofClient: 4, ofAll: 16, cutAfter: 10_000 };

/** /changes/: the change feed, as a list or as server-sent events. */
export function changesController(application: Application): Controller {
  const slots = new AnswerSlots(limits);
  return {
    names: ['changes'],
    routes: [
      reading('changes')('/', changeDocs.list, async (request) => {
        const { parameters, accept } = request;
        const [filter, limit] = [readFilter(parameters), readLimit(parameters)];
        if (accept.includes('text/event-stream')) return stream(application, request, filter);
        await slots.acquire(request);
        return page(application, request, filter, limit);
      }),
    ],
  };
}

async function page(
  application: Application,
  { caller, parameters }: ApiRequest,
  filter: ChangeFilter,
  limit: number,
): Promise<PlainAnswer> {
  const before = textOf('before', parameters.before);
  if (before !== undefined) {
    const back = await application.changes.listBack(caller, before, filter, limit);
    return { data: { changes: back.changes.map((change) => ({ ...change })), before: back.before ?? null }, isLong: true };
  }
  const { changes, after } = await application.changes.list(caller, readCursor(parameters), filter, limit);
  return { data: { changes: changes.map((change) => ({ ...change })), after }, isLong: true };
}

async function stream(application: Application, request: ApiRequest, filter: ChangeFilter): Promise<StreamAnswer> {
  const { lastEventId, parameters, renewCaller } = request;
  const events = await application.changes.listen(lastEventId || readCursor(parameters), filter, renewCaller);
  return { stream: (numbers) => eventStream(events, numbers) };
}

type Parameters = ApiRequest['parameters'];

const readCursor = ({ after }: Parameters): string | undefined => textOf('after', after);

function readLimit({ limit }: Parameters): number {
  if (limit === undefined || limit === '') return pageLimits.usual;
  const text = scalarText(limit) ?? '';
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1) throw new RequestError('changes.limit', { max: pageLimits.max });
  return Math.min(number, pageLimits.max);
}

const changeKinds: ReadonlySet<string> = new Set([...changedObjects, ...auditedObjects, ...Object.keys(kinds)]);

function readFilter({ kind, section, by, app, objectId, subnet, from, to }: Parameters): ChangeFilter {
  const requested = distinctNames('kind', kind);
  const unknown = requested?.find((name) => !changeKinds.has(name));
  if (unknown !== undefined) throw new RequestError('changes.kind', { kind: unknown });
  const sections = distinctNames('section', section);
  const wrong = sections?.find((id) => !/^\d{1,10}$/.test(id));
  if (wrong !== undefined) throw new RequestError('changes.section', { id: wrong });
  return {
    kinds: requested,
    sections: sections?.map(Number),
    by: textOf('by', by),
    app: textOf('app', app),
    objectId: readId('changes.object', textOf('objectId', objectId)),
    subnetId: readId('changes.subnet', textOf('subnet', subnet)),
    from: readTimestamp('from', textOf('from', from)),
    to: readTimestamp('to', textOf('to', to)),
  };
}

/**
 * Reads a text parameter.
 * @throws RequestError changes.text for a list or an object; ignoring it would return unrequested changes
 */
function textOf(name: string, value: unknown): string | undefined {
  const text = scalarText(value ?? '');
  if (text === undefined) throw new RequestError('changes.text', { name });
  return text || undefined;
}

/** @throws RequestError */
function readId(error: 'changes.object' | 'changes.subnet', text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,10}$/.test(text)) throw new RequestError(error, { id: text });
  return text === undefined ? undefined : Number(text);
}

const timeShape = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Converts a time to a UTC timestamp. A time without a zone is in UTC. */
function readTimestamp(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, day = '', clock, , , zone] = timeShape.exec(text) ?? [];
  const zoned = clock === undefined || zone !== undefined ? text : `${text}Z`;
  const time = new Date(isDay(day) ? zoned.replace(' ', 'T') : Number.NaN);
  const timestamp = Number.isNaN(time.getTime()) ? '' : formatTimestamp(time);
  if (!/^\d{4}-/.test(timestamp)) throw new RequestError('changes.moment', { name }); // the zone may shift the time into the year 10000
  return timestamp;
}

/** Whether the date exists. `Date` parses February 31 as a day of March. */
const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && formatTimestamp(date).startsWith(text);
};

const maxNames = 1000;

/** Reads distinct names from a list or a comma-separated text. @throws IpamError list.tooManyValues */
function distinctNames(name: string, value: unknown): readonly string[] | undefined {
  const text = Array.isArray(value) ? value.map((each) => textOf(name, each) ?? '').join() : textOf(name, value);
  if (text === undefined) return undefined;
  const names = new Set(text.split(',').map((each) => each.trim()));
  if (names.size > maxNames) throw new IpamError('list.tooManyValues', { field: name, max: maxNames });
  return [...names];
}
