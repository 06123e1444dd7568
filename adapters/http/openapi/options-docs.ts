import { type RouteDoc, shows } from './docs.js';
import { listOf, objectOf, type Schema, wordOf } from './schema.js';

const text: Schema = { type: 'string' };

export const optionsDocs = {
  root: {
    id: 'getApplicationRights',
    summary: 'Retrieve the permission and the controllers of the application',
    text: 'Returns the permission of the application and the paths of its controllers.',
    answer: shows(
      objectOf({
        permissions: wordOf(['Disabled', 'Read', 'Read / Write', 'Read / Write / Admin']),
        controllers: listOf(objectOf({ rel: text, href: text })),
      }),
    ),
    errors: ['request.optionsParameter'],
  },
  controller: {
    id: 'listMethods',
    summary: 'List methods of a controller',
    text: 'Returns the paths of the controller with their methods.',
    answer: shows(
      objectOf({ methods: listOf(objectOf({ href: text, methods: listOf(objectOf({ rel: text, method: text })) })) }),
    ),
    errors: ['request.optionsParameter'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
