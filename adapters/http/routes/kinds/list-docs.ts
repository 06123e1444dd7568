import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../../openapi/schema.js';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };

export const kindListDocs = {
  list: {
    summary: 'Every sort of record, and its fields',
    text: 'From this a client can draw tables and forms of sorts of records that it does not know.',
    answer: shows(
      listOf(
        objectOf({
          name: { ...text, description: 'Its name, as `refersTo` and changes have it.' },
          title: { ...text, description: 'Plural word for people.' },
          path: { ...text, description: 'Where its records are, below the application.' },
          idName: { ...text, description: 'The member of its records that is the id.' },
          fields: listOf(
            objectOf({
              name: text,
              type: {
                ...text,
                description: 'text, multiline, integer, number, flag, enum, timestamp, date, reference and the like.',
              },
              isRequired: flag,
              isReadOnly: { ...flag, description: 'Whether the service alone sets it.' },
              isSecret: { ...flag, description: 'Whether only administrators read it: for all others it is null.' },
              isCustom: { ...flag, description: 'Whether administrators have added it.' },
              comment: { ...text, description: 'What administrators say of a custom field.' },
              max: refTo('integerOrNull', 'The greatest length of a text, the highest number; null where there is none.'),
              values: {
                description: 'The values that it may have; null where there is no such list.',
                type: ['array', 'null'],
                items: text,
              },
              refersTo: refTo('textOrNull', 'The name of the sort of record that it refers to; null for what is no reference.'),
            }),
          ),
        }),
      ),
    ),
    errors: [],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
