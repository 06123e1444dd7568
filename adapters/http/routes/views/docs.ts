import { maxViewsOfUser, savedViewFields } from '../../../../domain/access/saved-view.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf } from '../../openapi/schema.js';
import { memberInputSchemas, memberOutputSchemas, requiredIn, withoutNumber } from '../admin/member-schemas.js';

const shown = memberOutputSchemas(savedViewFields);
const tried = memberOutputSchemas(withoutNumber(savedViewFields));
const path = { id: { description: 'ID of the view.', type: 'string', pattern: '^[1-9]\\d*$', examples: ['1'] } } as const;

export const viewDocs = {
  list: {
    id: 'listViews',
    summary: 'List saved views',
    text: 'The views of the user and all shared views, ordered by name.',
    answer: shows(listOf(shown)),
    errors: ['permission.denied'],
  },
  read: {
    id: 'getView',
    summary: 'Get a saved view',
    text: 'A view of the user, or a shared one.',
    path,
    answer: shows(shown),
    errors: ['permission.denied', 'administration.unknown'],
  },
  add: {
    id: 'createView',
    summary: 'Save a view',
    text: `A view is a page of the console with its search parameters. A user has at most ${maxViewsOfUser} views.`,
    input: { members: memberInputSchemas(savedViewFields, 'create'), required: requiredIn(savedViewFields) },
    answer: { shows: 'created', opens: 'views', message: 'View saved', data: shown, dryRunData: tried },
    errors: ['permission.denied', 'provision.invalid'],
  },
  set: {
    id: 'updateView',
    summary: 'Change a saved view',
    text: 'Members that are not in the request do not change. The author can change a view. Administrators can change shared views too.',
    path,
    input: { members: memberInputSchemas(savedViewFields, 'change') },
    answer: { shows: 'plain', message: 'View changed', data: shown },
    errors: ['permission.denied', 'administration.unknown', 'provision.invalid'],
  },
  remove: {
    id: 'deleteView',
    summary: 'Delete a saved view',
    text: 'The author can delete a view. Administrators can delete shared views too.',
    path,
    input: { others: {} },
    answer: { shows: 'plain', message: 'View deleted' },
    errors: ['permission.denied', 'administration.unknown'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
