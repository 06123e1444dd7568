import { type AnswerDoc, isTagged } from './docs.js';
import { partialSchemaName } from './record-schemas.js';
import { constant, listOf, objectOf, refTo, type Schema, value, wordOf } from './schema.js';

export const time: Schema = { description: 'Duration of the request in seconds.', type: 'number', minimum: 0 };

/**
 * Envelope schema of a successful answer.
 * @param members besides code, success and time
 * @param optional names of optional members
 */
function envelope(code: number, members: Readonly<Record<string, Schema>>, ...optional: readonly string[]): Schema {
  return objectOf({ code: { const: code }, success: { const: true }, ...members, time }, ...optional);
}

const content = (schema: Schema): Schema => ({ 'application/json': { schema }, 'application/xml': { schema: refTo('xml') } });

export const contentAs = (types: Readonly<Record<string, Schema>>): Schema =>
  Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }]));

const text = (message: string | undefined): Readonly<Record<string, Schema>> =>
  message === undefined ? {} : { message: { const: message } };

export const dryRunText = {
  dry_run: { description: 'Present in the response of a dry run, which is rolled back.', ...constant(true) },
} as const;

export const explain = { explain: refTo('explanation', 'Skipped ranges, with `explain=1`.') } as const;

export const replayed: Readonly<Record<string, Schema>> = {
  'Idempotent-Replayed': {
    description:
      '`true` for a stored response to an earlier request with the same `Idempotency-Key`; this request changed nothing.',
    schema: wordOf(['true']),
  },
};

export const tagHeader: Schema = {
  description: 'Entity tag of the record, if requested.',
  schema: { type: 'string' },
};

export const linkHeader: Schema = {
  description: 'Link to the next page of a list (RFC 8288), if there may be one.',
  schema: { type: 'string' },
};

/**
 * Returns the successful answers of an operation by status.
 * @param isRepeatable whether it supports dry runs and idempotency keys
 */
export function successOf(answer: AnswerDoc, isRepeatable = false): Readonly<Record<string, Schema>> {
  if (answer.shows === 'created') return { 201: created(answer) };
  if (answer.shows === 'ensured') return ensured(answer);
  const tagged = isTagged(answer) ? { ETag: tagHeader } : {};
  const known = { ...(isRepeatable ? replayed : {}), ...tagged, ...(answer.shows === 'records' ? { Link: linkHeader } : {}) };
  const headers = Object.keys(known).length > 0 ? { headers: known } : {};
  const unchanged = isTagged(answer) ? { 304: { description: 'Not modified.', headers: tagged } } : {};
  return { 200: { description: 'Success.', ...headers, content: contentOf(answer, isRepeatable) }, ...unchanged };
}

function contentOf(answer: Exclude<AnswerDoc, { shows: 'created' | 'ensured' }>, isRepeatable: boolean): Schema {
  switch (answer.shows) {
    case 'record':
      return content(envelope(200, { data: { anyOf: [refTo(answer.of), listOf(refTo(answer.of))] } }));
    case 'records': {
      const { of, textWhenEmpty } = answer;
      const list = {
        data: listOf({ anyOf: [refTo(of), refTo(partialSchemaName(of))] }),
        total: { description: 'Number of records of all pages, with `count=1`.', type: 'integer', minimum: 0 },
        next: { description: 'Target of the request for the next page, if there may be one.', type: 'string' },
      };
      return content(
        textWhenEmpty === undefined
          ? envelope(200, list, 'total', 'next')
          : envelope(200, { ...text(textWhenEmpty), ...list }, 'message', 'data', 'total', 'next'),
      );
    }
    default: {
      const { message, data, alsoAs = {}, isExplained } = answer;
      const members = { ...text(message), ...(data ? { data } : {}), ...(isExplained ? explain : {}) };
      const plain = content(
        isRepeatable ? envelope(200, { ...members, ...dryRunText }, 'dry_run', 'explain') : envelope(200, members, 'explain'),
      );
      return { ...plain, ...contentAs(alsoAs) };
    }
  }
}

/** Returns the answers of `ensure`, which creates or changes a record only if necessary: created, changed or unchanged. */
function ensured({ opens, ...messages }: Extract<AnswerDoc, { shows: 'ensured' }>): Readonly<Record<string, Schema>> {
  const id = { id: { description: 'ID of the record.', type: 'integer', minimum: 1 } };
  const outcome = (word: 'created' | 'changed' | 'unchanged') => ({ data: { const: word } });
  const there = (word: 'changed' | 'unchanged', message: string | undefined): Schema =>
    envelope(200, { ...text(message), ...id, ...outcome(word), ...dryRunText }, 'dry_run');
  return {
    200: {
      description: 'The record existed; `data` reports whether it was changed.',
      headers: replayed,
      content: content({ anyOf: [there('changed', messages.changed), there('unchanged', undefined)] }),
    },
    201: created({
      shows: 'created',
      opens,
      ...(messages.created === undefined ? {} : { message: messages.created }),
      ...outcome('created'),
    }),
  };
}

function created(docs: Extract<AnswerDoc, { shows: 'created' }>): Schema {
  const { message, data, dryRunData = data, hasSubnetId, several, isNamed, isExplained } = docs;
  const id = { id: { description: 'ID of the new object.', type: 'integer', minimum: 1 } };
  const members = {
    ...text(message),
    ...(hasSubnetId ? { subnetId: value('id', 'ID of the subnet of the address.') } : {}),
    ...(data ? { data } : {}),
  };
  const further = isExplained ? explain : {};
  return {
    description: 'Created.',
    headers: {
      Location: {
        description: 'Path of the new object; absent for a dry run and for several objects.',
        schema: { type: 'string', format: 'uri-reference' },
      },
      ...replayed,
    },
    content: content({
      anyOf: [
        envelope(201, { ...members, ...(isNamed ? {} : id), ...further }, 'explain'),
        envelope(201, { ...members, ...(dryRunData ? { data: dryRunData } : {}), ...dryRunText, ...further }, 'explain'),
        ...(several
          ? [envelope(201, { ...text(several.message), data: several.data, ...dryRunText, ...further }, 'dry_run', 'explain')]
          : []),
      ],
    }),
  };
}
