import { plainTemplate } from '../../../domain/text-template.js';
import type { MappableCode } from '../error-mapping.js';
import type { ErrorRow } from '../error-row.js';
import { errorTable, storageTable } from '../error-table.js';
import { constant, refTo, type Schema } from './schema.js';

/** A failure of an operation: a code of the error table, or an error of the service. */
export type FailureCode = MappableCode | keyof typeof ofService;

const ofService = {
  'storage.unavailable': storageTable.unavailable,
  'storage.writesRefused': storageTable.writesRefused,
  'storage.outcomeUnknown': storageTable.outcomeUnknown,
  'unreadable.headers': [431, 'Request headers are too large', ''],
  'unreadable.late': [408, 'Request was not completed in time', ''],
  'service.defect': [500, 'Internal server error', ''],
} as const satisfies Readonly<Record<string, ErrorRow<object>>>;

const rows: { readonly [C in FailureCode]: ErrorRow<never> } = { ...errorTable, ...ofService };

/**
 * Placeholder details for messages. The value of a detail is `marked` of its name. The list `among` has one such item, or none
 * without `has`.
 * @param has whether optional details are present
 */
const factsNamed = (marked: (name: string) => unknown, has: boolean): never =>
  new Proxy(
    {},
    { get: (_, name) => (name === 'among' ? (has ? [marked('among')] : []) : marked(String(name))), has: () => has },
  ) as never;

/** Combinations of the details on which messages depend: presence of an address, IP version, numeric ids. */
const variants: readonly ((text: (facts: never) => string) => string)[] = [true, false].flatMap((has) =>
  [4, 6].flatMap((family) => [
    (text) => text(factsNamed((name) => (name === 'family' ? family : `{${name}}`), has)),
    (text) =>
      text(factsNamed((name) => (name === 'family' ? family : name === 'id' ? numericId : `{${name}}`), has)).replaceAll(
        numericId,
        '{id}',
      ),
  ]),
);

const numericId = '904217';

/** Returns the possible messages of a failure, with detail names in braces. */
function textsOf(code: FailureCode): readonly string[] {
  const [, text] = rows[code];
  return typeof text === 'string' ? [plainTemplate(text)] : [...new Set(variants.map((variant) => variant(text)))];
}

export const statusOf = (code: FailureCode): number => rows[code][0];

const isRetried = (code: FailureCode): boolean => rows[code][3] !== undefined;

const fact = /\{\w+\}/g;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function textSchema(text: string): Schema {
  if (!text.match(fact)) return { const: text };
  return { type: 'string', pattern: `^${text.split(fact).map(literal).join('[\\s\\S]*')}$`, examples: [text] };
}

/** Schema of a failure's message. It permits only the possible messages of the failure. */
function failureSchema(code: FailureCode): Schema {
  const [first = {}, ...others] = textsOf(code).map(textSchema);
  return { title: code, ...(others.length === 0 ? first : { anyOf: [first, ...others] }) };
}

const failureSchemaName = (code: FailureCode): string => `failure.${code}`;

export const ofEveryRequest: readonly FailureCode[] = [
  'request.malformedPath',
  'request.encoding',
  'request.gzip',
  'request.json',
  'request.xml',
  'request.tooManyElements',
  'request.tooManyNames',
  'request.aborted',
  'request.appUnknown',
  'request.noController',
  'request.tooLarge',
  'request.contentType',
  'request.contentEncoding',
  'access.unauthorized',
  'access.tokenInvalid',
  'permission.denied',
  'rate.limited',
  'signIn.unavailable',
  'request.tooMany',
  'request.tooManyBodies',
  'request.appDisabled',
  'request.tlsRequired',
  'request.encrypted',
  'storage.unavailable',
  'storage.writesRefused',
  'storage.outcomeUnknown',
  'service.defect',
  'unreadable.headers',
  'unreadable.late',
];

export const ofWrites: readonly FailureCode[] = ['access.readOnly', 'app.lockTimeout', 'request.conflictingId'];

export const ofRepeatable: readonly FailureCode[] = [
  'parameter.repeatKey',
  'parameter.dryRunTooLong',
  'parameter.yesOrNo',
  'repeat.underWay',
  'repeat.otherPayload',
];

export const ofRecords: readonly FailureCode[] = [
  'filter.valueMissing',
  'filter.valueEmpty',
  'filter.fieldUnknown',
  'filter.matchUnknown',
  'filter.regexInvalid',
  'filter.regexWork',
  'filter.nothing',
];

export const ofLists: readonly FailureCode[] = [
  'list.limit',
  'list.filterForm',
  'list.tooManyConditions',
  'list.tooManyPatterns',
  'list.twoFilters',
  'list.memberUnknown',
  'list.fieldUnknown',
  'list.operatorUnknown',
  'list.valueMissing',
  'list.regexInvalid',
  'list.regexWork',
  'list.tooManyValues',
  'list.sortTooLong',
  'list.positionUnknown',
];

export const ofListValues: readonly FailureCode[] = ['parameter.yesOrNo', 'field.type', 'field.range'];

const shared = {
  any: ofEveryRequest,
  write: ofWrites,
  repeatable: ofRepeatable,
  filter: ofRecords,
  list: ofLists,
} as const satisfies Readonly<Record<string, readonly FailureCode[]>>;

const sharedTexts: Readonly<Record<keyof typeof shared, string>> = {
  any: 'errors of any request',
  write: 'errors of any write',
  repeatable: 'errors of `Idempotency-Key` and `dry_run`',
  filter: 'errors of filters',
  list: 'errors of list parameters',
};

const groups = Object.keys(shared) as (keyof typeof shared)[];

const isIn = (group: keyof typeof shared, code: FailureCode): boolean => shared[group].includes(code);

const groupName = (group: string, status: number): string => `failure.${group}.${status}`;

export function failureSchemas(used: ReadonlySet<FailureCode>): Readonly<Record<string, Schema>> {
  const codes = [...new Set([...used, ...groups.flatMap((group) => shared[group])])];
  const grouped = groups.flatMap((group) =>
    [...new Set(shared[group].map(statusOf))].map((status) => [
      groupName(group, status),
      {
        description: `Status ${status}: ${sharedTexts[group]}.`,
        anyOf: shared[group].filter((code) => statusOf(code) === status).map((code) => refTo(failureSchemaName(code))),
      },
    ]),
  );
  return Object.fromEntries([...grouped, ...codes.map((code) => [failureSchemaName(code), failureSchema(code)])]);
}

/** Errors of an operation: those outside of the shared groups, the groups of the others, and the messages of all as a list. */
export function failureParts(codes: readonly FailureCode[]) {
  const own = codes.filter((code) => !groups.some((group) => isIn(group, code)));
  const others = groups.filter((group) => codes.some((code) => isIn(group, code)));
  const lines = [...own.flatMap(textsOf).map((text) => `\`${text}\``), ...others.map((group) => sharedTexts[group])];
  return { own, others, description: lines.map((line) => `* ${line}`).join('\n') };
}

export function failureResponse(status: number, codes: readonly FailureCode[]): Schema {
  const { own, others, description } = failureParts(codes);
  const message = [
    ...own.map((code) => refTo(failureSchemaName(code))),
    ...others.map((group) => refTo(groupName(group, status))),
  ];
  const schema = {
    allOf: [refTo('failure')],
    properties: { code: { const: status }, message: message.length === 1 ? message[0] : { anyOf: message } },
  };
  return {
    description,
    headers: { 'Hexipam-Error': errorCode, ...(codes.some(isRetried) ? { 'Retry-After': retryAfter } : {}) },
    content: { 'application/json': { schema }, 'application/xml': { schema: refTo('xml') } },
  };
}

/** The error code, for programs. */
export const errorCode: Schema = {
  description: 'Code of the error, such as `subnet.unknown`. Messages may change, codes do not.',
  schema: { type: 'string' },
};

export const retryAfter: Schema = {
  description: 'Seconds until a retry, if a retry may succeed.',
  schema: { type: 'integer' },
};

export const failureEnvelope: Schema = {
  description: 'Error response.',
  type: 'object',
  properties: {
    code: { description: 'HTTP status.', type: 'integer', minimum: 400, maximum: 599 },
    success: constant(false),
    message: { description: 'Description of the error.', type: 'string' },
    data: { description: 'Report of the errors in imported rows, as in the response for success.', ...refTo('rowReport') },
    explain: refTo('explanation', 'Explanation of a failed allocation, with `explain=1`.'),
    time: { description: 'Duration of the request in seconds.', type: 'number', minimum: 0 },
  },
  required: ['code', 'success', 'message', 'time'],
};
