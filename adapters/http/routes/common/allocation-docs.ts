import { addressCriteriaFields } from '../../../../domain/allocation/address-criteria.js';
import { subnetCriteriaFields } from '../../../../domain/allocation/subnet-choice.js';
import type { RecordType } from '../../../../domain/catalog/record-types.js';
import type { FieldSet } from '../../../../domain/fields/field.js';
import { holdField } from '../../../../domain/fields/hold.js';
import { maxBulkItems } from '../../../../domain/listing/list-limits.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { fieldInputSchema, fieldMembers } from '../../openapi/input-schemas.js';
import { flagInput, listOf, objectOf, ofTypes, onlyInStrings, type Schema, value, withNumbers } from '../../openapi/schema.js';
import { addressText, errorsInCustomFields, errorsInFields } from './docs.js';

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

const criteria = described(addressCriteriaFields, {
  count: 'Number of addresses, allocated all or none. With this parameter the response is a list.',
  contiguous: 'Whether the addresses must be contiguous.',
  policy: 'Selection among the free addresses: lowest, highest or random.',
  from: 'Lowest permitted address.',
  to: 'Highest permitted address.',
  quarantine: 'Minimum time since the release of an address, in minutes.',
  range:
    'Name of the range of the subnet that has the addresses. By default the service skips ranges with the allocation `never` or `named`. A custom field of this name takes precedence in a creation.',
});

/** `/openapi.json` omits the list of addresses, because its answer has other members. */
export const addressCriteriaMembers: Readonly<Record<string, Schema>> = {
  ...criteria,
  count: onlyInStrings(criteria.count ?? {}),
  contiguous: onlyInStrings(criteria.contiguous ?? {}),
};

export const subnetCriteriaMembers = described(subnetCriteriaFields, {
  policy:
    'Selection among the free networks of the prefix length: lowest, highest, random, `best` (best fit: in the smallest free block) or `sparse` (start of the largest free block, with space for growth). The default depends on the path.',
  from: 'Lower limit for the first address of the network.',
  to: 'Upper limit for the last address of the network.',
});

const seconds = fieldInputSchema(holdField);

export const newHoldMember = {
  hold: {
    description:
      'Duration of a hold in seconds; 0 for no hold. The record has the tag Reserved and the member `heldUntil`. The service releases it at that time unless a `PATCH` with `hold` 0 confirms it. A custom field of this name takes precedence.',
    ...seconds,
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const holdMember = {
  hold: {
    description:
      '0 confirms the hold: the record becomes permanent, with the tag Used unless the request has another tag. A tag other than Reserved also confirms the hold. A number of seconds restarts the hold with this duration (409 without a hold). Without a hold, 0 has no effect; a confirmation can be repeated.',
    ...seconds,
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const explainMember = {
  explain: {
    description:
      'Whether the response has a member `explain` with the skipped ranges and their reasons, also if the allocation fails. A custom field of this name takes precedence. A response replayed for an idempotency key contains the original explanation.',
    ...fieldInputSchema({ type: 'flag' }),
  },
} as const satisfies Readonly<Record<string, Schema>>;

/** The lowest free address, or a list with `count`. */
export const freeAddress = withNumbers({ anyOf: [addressText, listOf(addressText)] }, { anyOf: undefined, ...addressText });

export const errorsInCriteria = ['allocation.rangeInvalid', 'allocation.rangeMixed', 'range.unknown', 'range.never'] as const;

/** Errors of a write of an address or a subnet. */
export const errorsInWrites = [...errorsInFields, ...errorsInCustomFields, 'hold.none', 'hold.tag'] as const;

const itemMembers = {
  action: withNumbers(
    { description: 'Action of the item: create, change or delete.', type: 'string', examples: ['create'] },
    { enum: ['create', 'change', 'delete'] },
  ),
  id: ofTypes(['integer', 'string'], { description: 'ID of the record to change or delete.' }),
};

/** Items in `/openapi.json` have the fields of a record, so that generated clients have types for them. */
const bulkItem = (of: RecordType, members: Readonly<Record<string, Schema>>): Schema =>
  withNumbers(
    { type: 'object', properties: itemMembers, additionalProperties: true },
    {
      properties: { ...itemMembers, ...fieldMembers(of, 'change'), ...members, ...newHoldMember },
      required: ['action'],
      additionalProperties: { description: 'Custom field by its name.' },
    },
  );

export const bulkDocs = (id: string, what: string, of: RecordType, members: Readonly<Record<string, Schema>> = {}): RouteDoc => ({
  id,
  summary: `Create, update and delete ${what} in bulk`,
  text: `Each item has the members of the request for a single record, an \`action\` (create, change, delete) and, except for a creation, an \`id\`. The service writes the items in their order and checks the permissions of each. With \`atomic\` it writes all items or none, and the response reports the first failed item. Without \`atomic\` it writes each item separately, and the response reports the result of each like that of a single request.`,
  input: {
    members: {
      items: { description: 'Items to write.', type: 'array', minItems: 1, maxItems: maxBulkItems, items: bulkItem(of, members) },
      atomic: flagInput('Whether the service writes all items or none.', '', null),
    },
    required: ['items'],
    others: {},
  },
  answer: shows(
    listOf(
      objectOf(
        {
          status: value('integer', 'HTTP status of the item, as for a single request.'),
          id: value('id', 'ID of the written record; absent if the item failed.'),
          message: { description: 'Message of the item, as for a single request.', type: 'string' },
        },
        'id',
      ),
    ),
  ),
  errors: ['bulk.items', 'bulk.item', 'field.type'],
});
