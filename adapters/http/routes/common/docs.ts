import type { RecordType } from '../../../../domain/catalog/record-types.js';
import type { MappableCode } from '../../error-mapping.js';
import { errorTable } from '../../error-table.js';
import { type AnswerDoc, type InputDoc, type RouteDoc, shows } from '../../openapi/docs.js';
import type { RecordSchemaName } from '../../openapi/record-schemas.js';
import { listOf, ofTypes, refTo, type Schema } from '../../openapi/schema.js';

export const showsRecord = (of: RecordSchemaName): AnswerDoc => ({ shows: 'record', of });

export const showsRecords = (of: RecordSchemaName): AnswerDoc => ({ shows: 'records', of });

/** A list without selection and pages. */
export const showsWholeList = (of: RecordSchemaName): AnswerDoc => ({ shows: 'records', of, isWhole: true });

export const confirms = (message?: string): AnswerDoc => ({ shows: 'plain', ...(message === undefined ? {} : { message }) });

/** A versioned object that is not a record. */
export const showsTagged = (data: Schema): AnswerDoc => ({ shows: 'plain', data, isTagged: true });

export const scopeMembers = {
  section: ofTypes(['string', 'integer'], { description: 'ID or name of the section to search.' }),
  vrf: ofTypes(['string', 'integer'], { description: 'ID or name of the VRF to search; 0 for networks without a VRF.' }),
} as const satisfies Readonly<Record<string, Schema>>;

export const selectionMembers = {
  filter: {
    description:
      'Conditions of the records to delete, if the request has no id, in the form of list conditions. The service deletes all matching records or none.',
    type: 'object',
  },
  expect: ofTypes(['integer', 'string'], {
    description: 'Expected number of matching records; with another number, nothing is deleted.',
    minimum: 0,
    maximum: 1000,
    pattern: '^\\d{1,4}$',
  }),
} as const satisfies Readonly<Record<string, Schema>>;

export const selectionDoc =
  'Without an id, `filter` selects the records to delete and `expect` is their number, at most 1,000. The service deletes all of them or none.';

export const errorsInSelection = [
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
  description: `ID of ${what}.`,
  type: 'integer',
  minimum: 1,
  maximum: 2147483647,
});

/** Accepted formats of a prefix length, as readPrefixLength of the domain defines them. */
export const maskPattern = '^\\s*/?(\\d{1,3}|\\d{1,3}(\\.\\d{1,3}){3})\\s*$';

export const maskInPath: Schema = {
  description: 'Prefix length of the requested network, or an IPv4 netmask such as 255.255.255.0.',
  type: 'string',
  pattern: maskPattern,
  examples: ['24'],
};

export const addressInPath: Schema = {
  description: 'IP address, in text form or as a decimal number.',
  type: 'string',
  examples: ['10.0.0.1'],
};

export const networkInPath: Schema = {
  description: 'Network address, or a network with an encoded slash.',
  type: 'string',
  examples: ['10.0.0.0'],
};

export const sectionInPath: Schema = {
  description: 'ID or name of the section.',
  type: 'string',
  minLength: 1,
  examples: ['1', 'Customers'],
};

export const addressText: Schema = { description: 'IP address.', type: 'string', examples: ['10.0.0.1'] };

export const networkText: Schema = { description: 'Network.', type: 'string', examples: ['10.0.0.0/24'] };

/** All codes of a group: `resize.overlap` and others for `resize`. */
export const codesOf = (group: string): MappableCode[] =>
  Object.keys(errorTable).filter((code): code is MappableCode => code.startsWith(`${group}.`));

export const errorsInFields: readonly MappableCode[] = [
  'field.unknown',
  'field.type',
  'field.tooLong',
  'field.range',
  'field.control',
  'field.reference',
  'field.required',
  'list.tooManyValues',
];

export const errorsInCustomFields: readonly MappableCode[] = ['customField.unknown', 'customField.notDefined'];

export const creationOf = (
  of: RecordType,
  { without = [], ...further }: Omit<InputDoc, 'fields'> & { readonly without?: readonly string[] } = {},
): InputDoc => ({ fields: { of, as: 'create', without }, ...further });

export const changeOf = (of: RecordType, further: Omit<InputDoc, 'fields'> = {}): InputDoc => ({
  fields: { of, as: 'change' },
  ...further,
});

/** Documentation text of an ensure request. @param key the natural key of the record */
export const ensuring = (key: string): string =>
  `Identifies the record by ${key}. Creates the record if there is none, updates the fields of the request that differ, or writes nothing if all values are equal; \`data\` is the outcome. Concurrent requests create the record only once.`;

export const customFieldsDoc = (id: string, what: string, none: MappableCode = 'path.noCustomFields'): RouteDoc => ({
  id,
  summary: `List custom fields of ${what}`,
  text: 'Returns the definitions of the custom fields by name.',
  answer: shows({ type: 'object', additionalProperties: refTo('customField') }),
  errors: [none],
});

export const historyDoc = (id: string, what: string): Pick<RouteDoc, 'id' | 'summary' | 'text' | 'answer'> => ({
  id,
  summary: `List changes of ${what}`,
  text: 'Returns the latest 50 changes, newest first.',
  answer: shows(listOf(refTo('historyEntry'))),
});
