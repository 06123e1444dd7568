import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../../openapi/schema.js';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };

export const kindListDocs = {
  list: {
    id: 'listKinds',
    summary: 'List record types and their fields',
    text: 'Clients can build tables and forms of all record types from this description.',
    answer: shows(
      listOf(
        objectOf({
          name: { ...text, description: 'Name of the record type, as in `refersTo` and in changes.' },
          title: { ...text, description: 'Plural for display.' },
          path: { ...text, description: 'Path of the records, below the application.' },
          idName: { ...text, description: 'Name of the ID member.' },
          fields: listOf(
            objectOf({
              name: text,
              inputName: { ...text, description: 'Name of the field in writes.' },
              type: {
                ...text,
                description: 'Field type: text, multiline, integer, number, flag, enum, timestamp, date, reference and others.',
              },
              isRequired: flag,
              isReadOnly: { ...flag, description: 'Whether only the service sets the field.' },
              isSecret: { ...flag, description: 'Whether the field is a secret, null for callers who are not administrators.' },
              isCustom: { ...flag, description: 'Whether the field is a custom field.' },
              comment: { ...text, description: 'Comment of a custom field.' },
              max: refTo('integerOrNull', 'Maximum length of a text or maximum of a number; null for none.'),
              values: {
                description: 'Permitted values; null for any.',
                type: ['array', 'null'],
                items: text,
              },
              refersTo: refTo('textOrNull', 'Record type of a reference; null for other fields.'),
            }),
          ),
        }),
      ),
    ),
    errors: [],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
