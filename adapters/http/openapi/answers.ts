import { type AnswerDoc, isTagged } from './docs.js';
import { partialSchemaName } from './record-schemas.js';
import { constant, listOf, objectOf, onlyInStrings, refTo, type Schema, value, withNumbers, wordOf } from './schema.js';

type Members = Readonly<Record<string, Schema>>;

const time: Schema = { description: 'Duration of the request in seconds.', type: 'number', minimum: 0 };

/**
 * Envelope of a successful answer in `/openapi-strings.json`.
 * @param members besides code, success and time
 * @param optional names of optional members
 */
const envelope = (code: number, members: Members, ...optional: readonly string[]): Schema =>
  objectOf({ code: { const: code }, success: { const: true }, ...members, time }, ...optional);

/**
 * Envelope of a successful answer in `/openapi.json`.
 * @param members further members, besides code, success, message and time
 * @param optional names of optional members
 */
const numbersEnvelope = (members: Members, ...optional: readonly string[]): Schema =>
  objectOf(
    {
      code: { type: 'integer', description: 'HTTP status.' },
      success: { type: 'boolean' },
      message: { type: 'string', description: 'Confirmation.' },
      ...members,
      time,
    },
    ...(['message', 'dry_run', 'explain', ...optional] as const),
  );

/** Keywords of the schemas in `/openapi-strings.json`, which `/openapi.json` replaces. */
const replaced = {
  anyOf: undefined,
  type: undefined,
  properties: undefined,
  required: undefined,
  additionalProperties: undefined,
};

const either = (strings: Schema, numbers: Schema): Schema => withNumbers(strings, { ...replaced, ...numbers });

/** @param further schemas of content types in addition to JSON and XML */
const response = (description: string, headers: Members, schema: Schema, further: Members = {}): Schema => ({
  description,
  ...(Object.keys(headers).length > 0 ? { headers } : {}),
  content: {
    'application/json': { schema },
    'application/xml': onlyInStrings({ schema: refTo('xml') }),
    ...contentAs(further),
  },
});

/** Content types that only `/openapi-strings.json` describes. */
export const contentAs = (types: Members): Schema =>
  Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, onlyInStrings({ schema })]));

const text = (message: string | undefined): Members => (message === undefined ? {} : { message: { const: message } });

const dryRunText = {
  dry_run: { description: 'Present in the response of a dry run, which is rolled back.', ...constant(true) },
} as const;

const explain = { explain: refTo('explanation', 'Skipped ranges, with `explain=1`.') } as const;

const replay: Schema = {
  description:
    '`true` for a stored response to an earlier request with the same `Idempotency-Key`; this request changed nothing.',
  schema: wordOf(['true']),
};

const tagHeader: Schema = {
  description: 'Entity tag of the record, if requested.',
  schema: { type: 'string' },
};

const linkHeader: Schema = {
  description: 'Link to the next page of a list (RFC 8288), if there may be one.',
  schema: { type: 'string' },
};

const location: Members = {
  Location: withNumbers(
    {
      description: 'Path of the new object; absent for a dry run and for several objects.',
      schema: { type: 'string', format: 'uri-reference' },
    },
    { description: 'Path of the new object; absent for a dry run.' },
  ),
};

/** Answers that `/openapi.json` refers to. */
export const answerSchemas: Members = {
  confirmation: { description: 'Answer without data.', ...numbersEnvelope(dryRunText) },
  ensured: {
    description: 'Outcome of a request that creates or updates a record.',
    ...numbersEnvelope(
      {
        id: { description: 'ID of the record; absent in the dry run of a creation.', type: 'integer', minimum: 1 },
        data: wordOf(['created', 'changed', 'unchanged'], 'Outcome.'),
        ...dryRunText,
      },
      'id',
    ),
  },
};

/**
 * Returns the successful answers of an operation by status, for both documents.
 * @param isRepeatable whether it supports dry runs and idempotency keys
 */
export function successOf(answer: AnswerDoc, isRepeatable = false): Members {
  const replayed = { 'Idempotent-Replayed': isRepeatable ? replay : onlyInStrings(replay) };
  if (answer.shows === 'created') return { 201: response('Created.', { ...location, ...replayed }, created(answer)) };
  if (answer.shows === 'ensured') {
    const { there, made } = ensured(answer);
    const description = 'The record existed; `data` reports whether it was changed.';
    return {
      200: withNumbers(response(description, replayed, there), { description: 'The record existed.' }),
      201: response('Created.', { ...location, ...replayed }, made),
    };
  }
  const tagged = isTagged(answer) ? { ETag: tagHeader } : {};
  const links = answer.shows === 'records' ? { Link: linkHeader } : {};
  const headers = { ...(isRepeatable ? replayed : {}), ...tagged, ...links };
  const success = response('Success.', headers, shown(answer, isRepeatable), 'alsoAs' in answer ? answer.alsoAs : {});
  const isWhole = answer.shows === 'records' && answer.isWhole === true;
  return {
    200: isWhole ? withNumbers(success, { headers: undefined }) : success,
    ...(isTagged(answer) ? { 304: { description: 'Not modified.', headers: tagged } } : {}),
  };
}

function shown(answer: Exclude<AnswerDoc, { shows: 'created' | 'ensured' }>, isRepeatable: boolean): Schema {
  switch (answer.shows) {
    case 'record':
      return either(
        envelope(200, { data: { anyOf: [refTo(answer.of), listOf(refTo(answer.of))] } }),
        numbersEnvelope({ data: refTo(answer.of) }),
      );
    case 'records':
      return records(answer);
    default: {
      const { message, data, isExplained } = answer;
      const members = { ...text(message), ...(data ? { data } : {}), ...(isExplained ? explain : {}) };
      const dryRun = isRepeatable ? dryRunText : {};
      return either(
        envelope(200, { ...members, ...dryRun }, 'dry_run', 'explain'),
        data ? numbersEnvelope({ data, ...(isExplained ? explain : {}), ...dryRun }) : refTo('confirmation'),
      );
    }
  }
}

function records({ of, textWhenEmpty, isWhole }: Extract<AnswerDoc, { shows: 'records' }>): Schema {
  const page = {
    total: withNumbers(
      { description: 'Number of records of all pages, with `count=1`.', type: 'integer', minimum: 0 },
      { description: 'Number of records of all pages, with `count`.' },
    ),
    next: { description: 'Target of the request for the next page, if there may be one.', type: 'string' },
  };
  const whenEmpty = textWhenEmpty === undefined ? [] : ['data'];
  return either(
    envelope(
      200,
      { ...text(textWhenEmpty), data: listOf({ anyOf: [refTo(of), refTo(partialSchemaName(of))] }), ...page },
      ...['message', ...whenEmpty, 'total', 'next'],
    ),
    numbersEnvelope({ data: listOf(refTo(of)), ...(isWhole ? {} : page) }, ...whenEmpty, 'total', 'next'),
  );
}

/** The answers of `ensure`, which creates or changes a record only if necessary: created, changed or unchanged. */
function ensured({ opens, created: createdText, changed }: Extract<AnswerDoc, { shows: 'ensured' }>) {
  const id = { id: { description: 'ID of the record.', type: 'integer', minimum: 1 } };
  const outcome = (word: 'created' | 'changed' | 'unchanged') => ({ data: { const: word } });
  const there = (word: 'changed' | 'unchanged', message: string | undefined): Schema =>
    envelope(200, { ...text(message), ...id, ...outcome(word), ...dryRunText }, 'dry_run');
  const made = created({
    shows: 'created',
    opens,
    ...(createdText === undefined ? {} : { message: createdText }),
    ...outcome('created'),
  });
  return {
    there: either({ anyOf: [there('changed', changed), there('unchanged', undefined)] }, refTo('ensured')),
    made: either(made, refTo('ensured')),
  };
}

function created(docs: Extract<AnswerDoc, { shows: 'created' }>): Schema {
  const { message, data, dryRunData, hasSubnetId, several, isNamed, isExplained } = docs;
  const id: Schema = { description: 'ID of the new object.', type: 'integer', minimum: 1 };
  const subnetId = hasSubnetId ? { subnetId: value('id', 'ID of the subnet of the address.') } : {};
  const members = { ...text(message), ...subnetId, ...(data ? { data } : {}) };
  const tried = dryRunData ?? data;
  const further = isExplained ? explain : {};
  return either(
    {
      anyOf: [
        envelope(201, { ...members, ...(isNamed ? {} : { id }), ...further }, 'explain'),
        envelope(201, { ...members, ...(tried ? { data: tried } : {}), ...dryRunText, ...further }, 'explain'),
        ...(several
          ? [envelope(201, { ...text(several.message), data: several.data, ...dryRunText, ...further }, 'dry_run', 'explain')]
          : []),
      ],
    },
    numbersEnvelope(
      {
        ...(isNamed ? {} : { id: { ...id, description: 'ID of the new object; absent in a dry run.' } }),
        ...subnetId,
        ...(data ? { data: dryRunData ? inBoth(data, dryRunData) : data } : {}),
        ...further,
        ...dryRunText,
      },
      'id',
    ),
  );
}

/** Merges two object schemas. Members are required if both schemas require them. */
const inBoth = (one: Schema, other: Schema): Schema => ({
  ...one,
  required: (one.required as readonly string[]).filter((name) => (other.required as readonly string[]).includes(name)),
});
