import type { AnswerAbout } from './about.js';
import { listOf, objectOf, refTo, type Schema, value } from './schema.js';

const time: Schema = { description: 'Seconds that the answer took.', type: 'number', minimum: 0 };

/** The envelope of a success. @param members those beside code, success and time @param optional those that may be missing */
function envelope(code: number, members: Readonly<Record<string, Schema>>, ...optional: readonly string[]): Schema {
  return objectOf({ code: { const: code }, success: { const: true }, ...members, time }, ...optional);
}

const content = (schema: Schema): Schema => ({
  'application/json': { schema },
  'application/xml': { schema: refTo('xml') },
});

const text = (wanted: string | undefined): Readonly<Record<string, Schema>> =>
  wanted === undefined ? {} : { message: { const: wanted } };

/** What an operation answers when it succeeds, by its status. */
export function successOf(answer: AnswerAbout): Readonly<Record<string, Schema>> {
  if (answer.shows === 'created') return { 201: created(answer) };
  return { 200: { description: 'Done.', content: contentOf(answer) } };
}

function contentOf(answer: Exclude<AnswerAbout, { shows: 'created' }>): Schema {
  switch (answer.shows) {
    case 'record':
      return content(envelope(200, { data: { anyOf: [refTo(answer.of), listOf(refTo(answer.of))] } }));
    case 'records': {
      const { of, textWhenEmpty } = answer;
      const list = { data: listOf(refTo(of)) };
      return content(
        textWhenEmpty === undefined ? envelope(200, list) : envelope(200, { ...text(textWhenEmpty), ...list }, 'message', 'data'),
      );
    }
    default: {
      const { message, data, alsoAsStream } = answer;
      const plain = content(envelope(200, { ...text(message), ...(data ? { data } : {}) }));
      return alsoAsStream ? { ...plain, 'text/event-stream': { schema: alsoAsStream } } : plain;
    }
  }
}

function created({ message, data, tellsSubnet }: Extract<AnswerAbout, { shows: 'created' }>): Schema {
  return {
    description: 'Created.',
    headers: {
      Location: {
        description: 'The path of the new object.',
        required: true,
        schema: { type: 'string', format: 'uri-reference' },
      },
    },
    content: content(
      envelope(201, {
        ...text(message),
        id: { description: 'The id of the new object.', type: 'integer', minimum: 1 },
        ...(tellsSubnet ? { subnetId: value('id', 'The subnet that the address was taken of.') } : {}),
        ...(data ? { data } : {}),
      }),
    ),
  };
}
