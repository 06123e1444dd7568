/** A JSON Schema (2020-12). */
export interface Schema {
  readonly [keyword: string]: unknown;
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A reference to a schema of the document, optionally with its own description. */
export const refTo = (name: string, description?: string): Schema =>
  description === undefined ? ref(name) : { ...ref(name), description };

const timestamp = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';

export const valueSchemas = {
  id: {
    description: 'ID of a record, as a number or as a text.',
    type: ['integer', 'string'],
    minimum: 0,
    pattern: '^\\d+$',
  },
  idOrNull: {
    description: 'ID of a record, as a number or as a text; null for none.',
    type: ['integer', 'string', 'null'],
    minimum: 0,
    pattern: '^\\d+$',
  },
  integer: { description: 'Integer, as a number or as a text.', type: ['integer', 'string'], pattern: '^-?\\d+$' },
  integerOrNull: {
    description: 'Integer, as a number or as a text; null if not set.',
    type: ['integer', 'string', 'null'],
    pattern: '^-?\\d+$',
  },
  flag: { description: '1 for yes, 0 for no; as a number or as a text.', enum: [0, 1, '0', '1'] },
  time: {
    description: 'Time in the time zone of the service.',
    type: 'string',
    pattern: `^${timestamp}$`,
    examples: ['2026-01-31 12:00:00'],
  },
  timeOrNull: {
    description: 'Time in the time zone of the service; null for never.',
    type: ['string', 'null'],
    pattern: `^${timestamp}$`,
    examples: ['2026-01-31 12:00:00'],
  },
  moment: { description: 'Time in UTC.', type: 'string', format: 'date-time', examples: ['2026-01-31T12:00:00Z'] },
  momentOrNull: {
    description: 'Time in UTC; null for never.',
    type: ['string', 'null'],
    format: 'date-time',
    examples: ['2026-01-31T12:00:00Z'],
  },
  textOrNull: { type: ['string', 'null'] },
  count: {
    description: 'Number of addresses. Values above 2^53 are always texts.',
    type: ['integer', 'string'],
    pattern: '^\\d+$',
  },
  percent: { description: 'Percentage, rounded to two decimals.', type: 'number', minimum: 0, maximum: 100 },
  permissions: {
    description:
      'Levels by group as the text of a JSON object, `{"3":"1","2":"2"}`: 0 none, 1 read, 2 write addresses, 3 change; null for none.',
    type: ['string', 'null'],
  },
  customValue: { description: 'Value of a custom field; null if not set.', type: ['string', 'number', 'null'] },
  link: {
    description: 'Link to the operations of a record.',
    type: 'object',
    properties: {
      rel: { type: 'string' },
      href: { type: 'string', description: 'Path on this server.' },
      methods: { type: 'array', items: { enum: ['GET', 'POST', 'PATCH', 'DELETE'] } },
    },
    required: ['rel', 'href', 'methods'],
    additionalProperties: false,
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const value = (name: keyof typeof valueSchemas, description?: string): Schema => refTo(name, description);

/** A closed object. @param optional names of optional members */
export const objectOf = (members: Readonly<Record<string, Schema>>, ...optional: readonly string[]): Schema => ({
  type: 'object',
  properties: members,
  required: Object.keys(members).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

export const listOf = (items: Schema): Schema => ({ type: 'array', items });
