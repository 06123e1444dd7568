import type { MappableCode } from '../../error-mapping.js';
import { type AnswerDoc, type InputDoc, type RouteDoc, shows } from '../../openapi/docs.js';
import type { FieldsName, RecordSchemaName } from '../../openapi/record-schemas.js';
import { listOf, refTo, type Schema } from '../../openapi/schema.js';

export const showsRecord = (of: RecordSchemaName): AnswerDoc => ({ shows: 'record', of });

export const showsRecords = (of: RecordSchemaName): AnswerDoc => ({ shows: 'records', of });

/** A list without selection or pages. */
export const showsWholeList = (of: RecordSchemaName): AnswerDoc => ({ shows: 'records', of, isWhole: true });

export const confirms = (message?: string): AnswerDoc => ({ shows: 'plain', ...(message === undefined ? {} : { message }) });

/** A versioned object that is no record. */
export const showsTagged = (data: Schema): AnswerDoc => ({ shows: 'plain', data, isTagged: true });

export const scopeMembers = {
  section: { description: 'Only in this section, by its id or name.', type: ['string', 'integer'] },
  vrf: { description: 'Only in this VRF, by its id or name; 0 for networks without one.', type: ['string', 'integer'] },
} as const satisfies Readonly<Record<string, Schema>>;

/** Members of a deletion by conditions instead of an id. */
export const selectionMembers = {
  filter: {
    description:
      'Without an id: the conditions of the records that are to be deleted, as lists take them; all or none are deleted.',
    type: 'object',
  },
  expect: {
    description: 'How many records meet the conditions: where they are not as many, nothing is deleted.',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: 1000,
    pattern: '^\\d{1,4}$',
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const selectionDoc =
  'Without an id, `filter` and `expect` say which are to be deleted and how many these are, at most 1,000: all of them are, or none.';

/** Errors of a deletion by conditions. */
export const mistakesInSelection = [
  'list.conditionMissing',
  'list.expect',
  'list.countDiffers',
  'list.filterForm',
  'list.tooManyConditions',
  'list.tooManyPatterns',
  'list.idAndFilter',
  'list.fieldUnknown',
  'list.operatorUnknown',
  'list.tooManyValues',
  'list.regexInvalid',
  'list.regexWork',
  'field.type',
  'field.range',
  'field.required',
  'request.ifMatch',
] as const satisfies readonly MappableCode[];

export const idOf = (what: string): Schema => ({
  description: `The id of ${what}.`,
  type: 'integer',
  minimum: 1,
  maximum: 2147483647,
});

/** A prefix length in its usual spellings, as the domain's readPrefixLength accepts them. */
export const maskPattern = '^\\s*/?(\\d{1,3}|\\d{1,3}(\\.\\d{1,3}){3})\\s*$';

export const maskInPath: Schema = {
  description:
    'A prefix length: the size of the network that is wanted. An IPv4 netmask like 255.255.255.0 stands for its length.',
  type: 'string',
  pattern: maskPattern,
  examples: ['24'],
};

export const addressInPath: Schema = {
  description: 'An IP address, or an IPv4 or IPv6 address as a decimal number.',
  type: 'string',
  examples: ['10.0.0.1'],
};

export const networkInPath: Schema = {
  description: 'The address of a network, or the network with an encoded slash.',
  type: 'string',
  examples: ['10.0.0.0'],
};

export const sectionInPath: Schema = {
  description: 'The id of a section, or its name.',
  type: 'string',
  minLength: 1,
  examples: ['1', 'Customers'],
};

export const addressText: Schema = { description: 'The address.', type: 'string', examples: ['10.0.0.1'] };

export const networkText: Schema = { description: 'The network.', type: 'string', examples: ['10.0.0.0/24'] };

export const mistakesInFields: readonly MappableCode[] = [
  'field.unknown',
  'field.type',
  'field.tooLong',
  'field.range',
  'field.control',
  'field.reference',
  'field.required',
  'list.tooManyValues',
];

export const mistakesInCustomFields: readonly MappableCode[] = ['customField.unknown', 'customField.notDefined'];

export const creationOf = (
  of: FieldsName,
  { without = [], ...further }: Omit<InputDoc, 'fields'> & { readonly without?: readonly string[] } = {},
): InputDoc => ({
  fields: { of, as: 'create', without },
  ...further,
});

export const changeOf = (of: FieldsName, further: Omit<InputDoc, 'fields'> = {}): InputDoc => ({
  fields: { of, as: 'change' },
  ...further,
});

/** The description of an ensure request. @param key the natural key of the record */
export const ensuring = (key: string): string =>
  `It is known by ${key}. Where there is none it is created, where there is one what is sent of it is changed if it differs, and nothing is written if nothing does: \`data\` says which. However many ask at once, one of them creates it.`;

export const customFieldsDoc = (what: string, none: MappableCode = 'path.noCustomFields'): RouteDoc => ({
  summary: `The custom fields of ${what}`,
  text: 'The definitions by name, as administrators have made them.',
  answer: shows({ type: 'object', additionalProperties: refTo('customField') }),
  errors: [none],
});

export const historyDoc = (what: string): Pick<RouteDoc, 'summary' | 'text' | 'answer'> => ({
  summary: `The history of ${what}`,
  text: 'The newest 50 changes, newest first.',
  answer: shows(listOf(refTo('historyEntry'))),
});
