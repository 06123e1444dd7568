import { type RouteDoc, shows } from './docs.js';
import { listOf, objectOf, type Schema } from './schema.js';

const text: Schema = { type: 'string' };

export const optionsDocs = {
  root: {
    summary: 'Retrieve the permission and the controllers of the application',
    answer: shows(
      objectOf({
        permissions: { enum: ['Disabled', 'Read', 'Read / Write', 'Read / Write / Admin'] },
        controllers: listOf(objectOf({ rel: text, href: text })),
      }),
    ),
    errors: ['request.optionsParameter'],
  },
  controller: {
    summary: 'List methods of a controller',
    answer: shows(
      objectOf({ methods: listOf(objectOf({ href: text, methods: listOf(objectOf({ rel: text, method: text })) })) }),
    ),
    errors: ['request.optionsParameter'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
