/** A JSON Schema (2020-12) for `/openapi-strings.json`. It can also contain the keywords that differ in `/openapi.json`. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

const inNumbers = Symbol('inNumbers');

interface Marked extends Schema {
  /** Overrides for `/openapi.json`: undefined removes a keyword, null removes the schema. */
  readonly [inNumbers]?: Schema | null;
}

/** Adds overrides for `/openapi.json`; undefined removes a keyword. */
export function withNumbers(schema: Schema, numbers: Schema): Schema {
  const { [inNumbers]: further, ...keywords } = numbers as Marked;
  const marked: Marked = { ...schema, [inNumbers]: { ...(schema as Marked)[inNumbers], ...keywords, ...further } };
  return marked;
}

/** Marks a schema that `/openapi.json` omits. */
export function onlyInStrings(schema: Schema): Schema {
  const marked: Marked = { ...schema, [inNumbers]: null };
  return marked;
}

/** Converts a tree of schemas for `/openapi.json`. */
export function numbersForm<T>(tree: T): T {
  if (Array.isArray(tree)) return tree.filter(isInNumbers).map(numbersForm) as T;
  if (typeof tree !== 'object' || tree === null) return tree;
  const { [inNumbers]: keywords, ...schema } = tree as Marked;
  const isIncluded = keywords && '$ref' in keywords && keywords.$ref === undefined;
  const members = Object.entries(isIncluded ? { ...keywords, ...schema, $ref: undefined } : { ...schema, ...keywords });
  return Object.fromEntries(
    members.flatMap(([name, member]) => (member === undefined || !isInNumbers(member) ? [] : [[name, numbersForm(member)]])),
  ) as T;
}

const isInNumbers = (member: unknown): boolean =>
  typeof member !== 'object' || member === null || (member as Marked)[inNumbers] !== null;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Refers to a schema of the document, optionally with another description. `/openapi.json` embeds plain values instead. */
export function refTo(name: string, description?: string): Schema {
  const own = description === undefined ? {} : { description };
  const plain = plainValues[name];
  return plain ? withNumbers({ ...ref(name), ...own }, { $ref: undefined, ...plain, ...own }) : { ...ref(name), ...own };
}

const timeText = { type: 'string', examples: ['2026-01-31 12:00:00'] } as const;

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
  hostCount: withNumbers(
    { description: 'Number of addresses. Values above 2^53 are always texts.', type: ['integer', 'string'], pattern: '^\\d+$' },
    { type: undefined, pattern: undefined, oneOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }] },
  ),
  percent: { description: 'Percentage, rounded to two decimals.', type: 'number', minimum: 0, maximum: 100 },
  permissions: {
    description:
      'Levels by group as the text of a JSON object, `{"3":"1","2":"2"}`: 0 none, 1 read, 2 write addresses, 3 change; null for none.',
    type: ['string', 'null'],
  },
  customValue: { description: 'Value of a custom field; null if not set.', type: ['string', 'number', 'null'] },
  link: withNumbers(
    {
      description: 'Link to the operations of a record.',
      type: 'object',
      properties: {
        rel: { type: 'string' },
        href: { type: 'string', description: 'Path on this server.' },
        methods: { type: 'array', items: { type: 'string', enum: ['GET', 'POST', 'PATCH', 'DELETE'] } },
      },
      required: ['rel', 'href', 'methods'],
      additionalProperties: false,
    },
    { additionalProperties: undefined },
  ),
} as const satisfies Readonly<Record<string, Schema>>;

/** Plain values for `/openapi.json`, which embeds them instead of references. */
const plainValues: Readonly<Record<string, Schema>> = {
  id: { description: 'ID of a record.', type: 'integer', minimum: 0 },
  idOrNull: { description: 'ID of a record; null for none.', type: ['integer', 'null'], minimum: 0 },
  integer: { type: 'integer' },
  integerOrNull: { type: ['integer', 'null'] },
  flag: { description: '1 for yes, 0 for no.', type: 'integer', minimum: 0, maximum: 1 },
  time: { ...timeText, description: valueSchemas.time.description },
  timeOrNull: { ...timeText, description: valueSchemas.timeOrNull.description, type: ['string', 'null'] },
  moment: valueSchemas.moment,
  momentOrNull: valueSchemas.momentOrNull,
  textOrNull: valueSchemas.textOrNull,
  percent: valueSchemas.percent,
  permissions: valueSchemas.permissions,
  customValue: { description: valueSchemas.customValue.description },
};

export const value = (name: keyof typeof valueSchemas, description?: string): Schema => refTo(name, description);

/** Largest signed integer of 32 bits. Generators use 32 bits for integers without a format. */
const maxInt32 = 2147483647;

/** An integer with a maximum. If the maximum exceeds 32 bits, `/openapi.json` has the format int64. */
export const integerUpTo = (max: number | undefined, schema: Schema): Schema =>
  max !== undefined && max > maxInt32 ? withNumbers(schema, { format: 'int64' }) : schema;

/** A closed object. @param optional names of optional members */
export const objectOf = (members: Readonly<Record<string, Schema>>, ...optional: readonly string[]): Schema => ({
  type: 'object',
  properties: members,
  required: Object.keys(members).filter((name) => !optional.includes(name)),
  ...closed,
});

/** Objects of `/openapi.json` are open: a later version may add members. */
export const closed: Schema = withNumbers({ additionalProperties: false }, { additionalProperties: undefined });

export const text: Schema = { type: 'string' };

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** A constant; in `/openapi.json`, any value of its type. */
export const constant = (only: string | number | boolean): Schema =>
  withNumbers({ const: only }, { const: undefined, type: typeof only === 'number' ? 'integer' : typeof only });

/** Schema of a text with fixed values. */
export const wordOf = (words: readonly string[], description?: string): Schema => ({
  ...(description === undefined ? {} : { description }),
  type: 'string',
  enum: words,
});

/** A flag in a request, in every accepted form. */
export const flagInput = (description: string, ...further: readonly unknown[]): Schema =>
  withNumbers(
    { description, enum: [0, 1, '0', '1', true, false, 'true', 'false', ...further] },
    { enum: undefined, type: 'boolean' },
  );

/** A schema with several types; the first one is that of `/openapi.json`. */
export const ofTypes = (types: readonly [string, ...string[]], keywords: Schema): Schema =>
  withNumbers({ ...keywords, type: types }, { type: types[0], pattern: undefined });

/** A schema with several types, or null to unset the value. `/openapi.json` has the first type or null. */
export const ofTypesOrNull = (types: readonly [string, ...string[]], keywords: Schema): Schema =>
  withNumbers({ ...keywords, type: [...types, 'null'] }, { type: [types[0], 'null'], pattern: undefined });
