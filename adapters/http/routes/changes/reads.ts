import type { ChangeFilter } from '../../../../application/changes/feed/changes.js';
import type { Application } from '../../../../application/index.js';
import { kinds } from '../../../../domain/catalog/kinds.js';
import { auditedObjects, changedObjects } from '../../../../domain/changes/change.js';
import { IpamError } from '../../../../domain/errors.js';
import { formatTimestamp, scalarText } from '../../../../domain/scalar-text.js';

import type { PlainAnswer, StreamAnswer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { AnswerSlots } from '../../slots/answer-slots.js';
import { eventStream } from '../common/event-stream.js';
import { reading } from '../route.js';
import { changeDocs, pageLimits } from './docs.js';

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
  const requested = listOf('kind', kind);
  const unknown = requested?.find((name) => !changeKinds.has(name));
  if (unknown !== undefined) throw new RequestError('changes.kind', { kind: unknown });
  const sections = listOf('section', section);
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
function listOf(name: string, value: unknown): readonly string[] | undefined {
  const text = Array.isArray(value) ? value.map((each) => textOf(name, each) ?? '').join() : textOf(name, value);
  if (text === undefined) return undefined;
  const names = new Set(text.split(',').map((each) => each.trim()));
  if (names.size > maxNames) throw new IpamError('list.tooManyValues', { field: name, max: maxNames });
  return [...names];
}
