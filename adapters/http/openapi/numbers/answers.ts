import { dryRunText, explain, linkHeader, replayed, tagHeader, time } from '../answers.js';
import { type AnswerDoc, isTagged } from '../docs.js';
import { listOf, numbersForm, objectOf, refTo, type Schema, value, wordOf } from '../schema.js';

type Members = Readonly<Record<string, Schema>>;

/**
 * Schema of an answer.
 * @param members further members, besides code, success, message and time
 * @param optional names of optional members
 */
const envelope = (members: Members, ...optional: readonly string[]): Schema =>
  objectOf(
    { code: { type: 'integer', description: 'HTTP status.' }, success: { type: 'boolean' }, message: text, ...members, time },
    ...(['message', 'dry_run', 'explain', ...optional] as const),
  );

const text: Schema = { type: 'string', description: 'Confirmation.' };

export const answerSchemas: Readonly<Record<string, Schema>> = {
  confirmation: { description: 'Answer without data.', ...envelope(dryRunText) },
  ensured: {
    description: 'Outcome of a request that creates or updates a record.',
    ...envelope(
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
 * Returns the successful answers of an operation by status.
 * @param isRepeatable whether it supports dry runs and idempotency keys
 */
export function successOf(answer: AnswerDoc, isRepeatable: boolean): Readonly<Record<string, Schema>> {
  const repeated = isRepeatable ? replayed : {};
  if (answer.shows === 'created') return { 201: response('Created.', { ...location, ...repeated }, created(answer)) };
  if (answer.shows === 'ensured')
    return {
      200: response('The record existed.', repeated, refTo('ensured')),
      201: response('Created.', { ...location, ...repeated }, refTo('ensured')),
    };
  const tagged = isTagged(answer) ? { ETag: tagHeader } : {};
  const headers = { ...repeated, ...tagged, ...(answer.shows === 'records' && !answer.isWhole ? { Link: linkHeader } : {}) };
  return {
    200: response('Success.', headers, shown(answer, isRepeatable)),
    ...(isTagged(answer) ? { 304: { description: 'Not modified.', headers: tagged } } : {}),
  };
}

const location: Members = {
  Location: {
    description: 'Path of the new object; absent for a dry run.',
    schema: { type: 'string', format: 'uri-reference' },
  },
};

const response = (description: string, headers: Members, schema: Schema): Schema => ({
  description,
  ...(Object.keys(headers).length > 0 ? { headers: numbersForm(headers) } : {}),
  content: { 'application/json': { schema: numbersForm(schema) } },
});

function shown(answer: Exclude<AnswerDoc, { shows: 'created' | 'ensured' }>, isRepeatable: boolean): Schema {
  switch (answer.shows) {
    case 'record':
      return envelope({ data: refTo(answer.of) });
    case 'records':
      return envelope(
        { data: listOf(refTo(answer.of)), ...(answer.isWhole ? {} : pageMembers) },
        ...(answer.textWhenEmpty === undefined ? [] : ['data']),
        ...Object.keys(pageMembers),
      );
    default: {
      const { data, isExplained } = answer;
      if (!data) return refTo('confirmation');
      return envelope({ data, ...(isExplained ? explain : {}), ...(isRepeatable ? dryRunText : {}) });
    }
  }
}

const pageMembers: Members = {
  total: { description: 'Number of records of all pages, with `count`.', type: 'integer', minimum: 0 },
  next: { description: 'Target of the request for the next page, if there may be one.', type: 'string' },
};

function created({ data, dryRunData, hasSubnetId, isNamed, isExplained }: Extract<AnswerDoc, { shows: 'created' }>): Schema {
  const id: Schema = { description: 'ID of the new object; absent in a dry run.', type: 'integer', minimum: 1 };
  return envelope(
    {
      ...(isNamed ? {} : { id }),
      ...(hasSubnetId ? { subnetId: value('id', 'ID of the subnet of the address.') } : {}),
      ...(data ? { data: dryRunData ? inBoth(data, dryRunData) : data } : {}),
      ...(isExplained ? explain : {}),
      ...dryRunText,
    },
    'id',
  );
}

/** Merges two object schemas. Members are required if both schemas require them. */
const inBoth = (one: Schema, other: Schema): Schema => ({
  ...one,
  required: (one.required as readonly string[]).filter((name) => (other.required as readonly string[]).includes(name)),
});
