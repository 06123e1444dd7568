import { addressCriteriaFields } from '../../../../domain/allocation/address-criteria.js';
import { subnetCriteriaFields } from '../../../../domain/allocation/subnet-choice.js';
import type { FieldSet } from '../../../../domain/fields/field.js';
import { holdField } from '../../../../domain/fields/hold.js';
import { maxBulkItems } from '../../../../domain/listing/list-limits.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { fieldInputSchema } from '../../openapi/input-schemas.js';
import { listOf, objectOf, type Schema, value } from '../../openapi/schema.js';

type Meanings<F extends FieldSet> = Readonly<Record<keyof F & string, string>>;

function described<F extends FieldSet>(fields: F, meanings: Meanings<F>): Readonly<Record<string, Schema>> {
  const entries = Object.entries(meanings).map(([name, description]) => {
    const field = fields[name];
    if (!field) throw new Error(`no parameter ${name}`);
    const preset = 'default' in field && field.default !== undefined ? { default: field.default } : {};
    return [name, { description, ...fieldInputSchema(field), ...preset }] as const;
  });
  return Object.fromEntries(entries);
}

export const addressCriteriaMembers = described(addressCriteriaFields, {
  count: 'How many addresses: all of them or none. Where it is given, the answer is a list.',
  contiguous: 'Whether they follow each other without a gap.',
  policy: 'Which of the free addresses: the lowest, the highest, or random ones.',
  from: 'No address before this one.',
  to: 'No address behind this one.',
  quarantine: 'No address that was freed less than so many minutes ago.',
});

export const subnetCriteriaMembers = described(subnetCriteriaFields, {
  policy:
    'Which of the free networks of the size: the lowest, the highest, a random one, the one that fits best (`best`: from the smallest free block, so that large ones stay whole), or one that leaves room for growth (`sparse`: the beginning of the largest free block). The path decides where nothing is said.',
  from: 'No network that begins before this address.',
  to: 'No network that ends behind this address.',
});

const seconds = fieldInputSchema(holdField);

/** Hold of a new object. */
export const newHoldMember = {
  hold: {
    description:
      'Takes it for so many seconds only: it has the tag Reserved and shows `heldUntil`, and is freed then unless a `PATCH` with `hold` 0 confirms it. 0 for no hold. A custom field of this name is meant instead.',
    ...seconds,
  },
} as const satisfies Readonly<Record<string, Schema>>;

/** Change of a hold. */
export const holdMember = {
  hold: {
    description:
      '0 confirms what is held, so that it stays, Used unless a tag is sent; another tag than Reserved does so too. Seconds hold it for so long from now on (409 where it is not held). Where it is not held 0 changes nothing, so a confirmation may be sent again.',
    ...seconds,
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const explainMember = {
  explain: {
    description:
      'Whether the answer says in `explain` what was passed over and why, also where nothing could be taken. A custom field of this name is meant instead. An answer that is given again under a key says what the first one said.',
    ...fieldInputSchema({ type: 'flag' }),
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const mistakesInHold = ['hold.none', 'hold.tag', 'field.range', 'field.type'] as const;

export const bulkDocs = (what: string): RouteDoc => ({
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
