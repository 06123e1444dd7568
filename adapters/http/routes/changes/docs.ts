import type { RouteDoc } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../../openapi/schema.js';

export const pageLimits = { usual: 100, max: 1000 } as const;

const query: Readonly<Record<string, Schema>> = {
  after: {
    description: 'Where to go on: `after` of the answer before, or `now`; without it, at the oldest change that is kept.',
    type: 'string',
  },
  before: {
    description: 'Newest first: those before this place; `before` of the answer before, or `now`. `after` does not count then.',
    type: 'string',
  },
  limit: {
    description: `How many changes a page has at most; more than ${pageLimits.max} count as ${pageLimits.max}.`,
    type: 'integer',
    minimum: 1,
    default: pageLimits.usual,
  },
  kind: { description: 'Only these kinds, separated by commas: `subnet,address`.', type: 'string' },
  section: {
    description: 'Only what is in these sections, their ids separated by commas.',
    type: 'string',
    pattern: '^[\\d, ]*$',
  },
  by: { description: 'Only changes that this user made, by name.', type: 'string' },
  objectId: {
    description: 'Only changes of objects with this id; with `kind` those of one object.',
    type: 'string',
    pattern: '^\\d{0,10}$',
  },
  from: { description: 'Only changes since this moment: `2026-01-31T12:00:00Z`; in UTC where it names no zone.', type: 'string' },
  to: { description: 'Only changes up to this moment.', type: 'string' },
};

export const changeDocs = {
  list: {
    summary: 'Every change in its order',
    text: 'None is left out, none comes twice, those of one object come in the order in which they were made. You are at the end when `after` stays. With `Accept: text/event-stream` the same comes as server-sent events, at once: the `id` of each is the place to go on at (`Last-Event-ID`), the `data` a change.',
    query,
    answer: {
      shows: 'plain',
      data: {
        oneOf: [
          objectOf({
            changes: listOf(refTo('change')),
            after: { description: 'Where to go on.', type: 'string' },
          }),
          objectOf({
            changes: listOf(refTo('change')),
            before: {
              description: 'Where to go on towards older ones; null where nothing older is kept.',
              type: ['string', 'null'],
            },
          }),
        ],
      },
      alsoAs: {
        'text/event-stream': { description: 'Server-sent events `change`; the data of each is a change.', type: 'string' },
      },
    },
    errors: [
      'changes.limit',
      'changes.kind',
      'changes.text',
      'changes.section',
      'changes.object',
      'changes.moment',
      'list.tooManyValues',
      'feed.cursorUnknown',
      'feed.pruned',
    ],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
