import type { RouteDoc } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, withNumbers } from '../../openapi/schema.js';

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
  section: {
    description: 'IDs of the sections of the objects, separated by commas.',
    type: 'string',
    pattern: '^[\\d, ]*$',
  },
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
        {
          oneOf: [objectOf({ changes, after: nextCursor }), objectOf({ changes, before: olderCursor })],
        },
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
