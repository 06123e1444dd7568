import { maxBulkItems } from '../../../../application/bulk/bulk-writes.js';
import type { RouteAbout } from '../../openapi/about.js';
import { listOf, objectOf, value } from '../../openapi/schema.js';
import { shows } from './common.js';

/** Many records of one sort by one request. */
export const bulkAbout = (what: string): RouteAbout => ({
  summary: `Create, change and delete many ${what}`,
  text: `Each item is what the request for a single one takes, with an \`action\` (create, change, delete) and, but for a creation, an \`id\`. Items are written in their order; permissions are asked for each. With \`atomic\` all of them are written or none, and the first one that cannot be is told; without it each is written by itself, and what became of it is told as a request of its own would be answered.`,
  input: {
    members: {
      items: {
        description: 'What is to be written.',
        type: 'array',
        minItems: 1,
        maxItems: maxBulkItems,
        items: {
          type: 'object',
          properties: {
            action: { description: 'What is done: create, change or delete.', type: 'string', examples: ['create'] },
            id: { description: 'The id of what is changed or deleted.', type: ['integer', 'string'] },
          },
          additionalProperties: true,
        },
      },
      atomic: {
        description: 'Whether all items are written or none.',
        enum: [0, 1, '0', '1', true, false, 'true', 'false', '', null],
      },
    },
    required: ['items'],
    others: {},
  },
  answer: shows(
    listOf(
      objectOf(
        {
          status: value('integer', 'What a request for this item alone would be answered.'),
          id: value('id', 'The id of the record, where it was written.'),
          message: { description: 'The same in words.', type: 'string' },
        },
        'id',
      ),
    ),
  ),
  errors: ['bulk.items', 'bulk.item', 'field.type'],
});
