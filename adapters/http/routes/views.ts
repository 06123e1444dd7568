import type { ListedView } from '../../../application/access/administration/saved-views.js';
import type { Application } from '../../../application/index.js';
import { maxViewsOfUser, savedViewFields } from '../../../domain/access/saved-view.js';
import type { Controller } from '../api-request.js';
import { type RouteDoc, shows } from '../openapi/docs.js';
import { listOf } from '../openapi/schema.js';
import { memberInputSchemas, memberOutputSchemas, requiredIn, withoutNumber } from './admin/member-schemas.js';
import { readMembers, showMembers } from './admin/members.js';
import { confirmed } from './common/answers.js';
import { reading, writing } from './route.js';

const viewSchema = memberOutputSchemas(savedViewFields);
const viewInDryRun = memberOutputSchemas(withoutNumber(savedViewFields));
const path = { id: { description: 'ID of the view.', type: 'string', pattern: '^[1-9]\\d*$', examples: ['1'] } } as const;

export const viewDocs = {
  list: {
    id: 'listViews',
    summary: 'List saved views',
    text: 'The views of the user and all shared views, ordered by name.',
    answer: shows(listOf(viewSchema)),
  },
  read: {
    id: 'getView',
    summary: 'Get a saved view',
    text: 'A view of the user, or a shared one.',
    answer: shows(viewSchema),
    errors: ['administration.unknown'],
  },
  add: {
    id: 'createView',
    summary: 'Save a view',
    text: `A view is a page of the console with its search parameters. A user has at most ${maxViewsOfUser} views.`,
    input: { members: memberInputSchemas(savedViewFields, 'create'), required: requiredIn(savedViewFields) },
    answer: { shows: 'created', opens: 'views', message: 'View saved', data: viewSchema, dryRunData: viewInDryRun },
    errors: ['provision.invalid'],
  },
  set: {
    id: 'updateView',
    summary: 'Change a saved view',
    text: 'Members that are not in the request do not change. The author can change a view. Administrators can change shared views too.',
    input: { members: memberInputSchemas(savedViewFields, 'change') },
    answer: { shows: 'plain', message: 'View changed', data: viewSchema },
    errors: ['administration.unknown', 'provision.invalid'],
  },
  remove: {
    id: 'deleteView',
    summary: 'Delete a saved view',
    text: 'The author can delete a view. Administrators can delete shared views too.',
    answer: { shows: 'plain', message: 'View deleted' },
    errors: ['administration.unknown'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const get = reading('ownViews');
const write = writing('ownViews');

const shown = (view: ListedView) => showMembers(savedViewFields, view);

/** /views/: saved views of the console, the caller's and shared ones. */
export const viewsController = ({ savedViews }: Application): Controller => ({
  names: ['views'],
  path,
  routes: [
    get('/', viewDocs.list, async ({ caller }) => ({ data: (await savedViews.list(caller)).map(shown), isLong: true })),
    get('/:id', viewDocs.read, async ({ caller, path: { id = '' } }) => ({ data: shown(await savedViews.read(caller, id)) })),
    write('POST', '/', viewDocs.add, ({ parameters, write: writeOnce }) =>
      writeOnce(
        (caller) => savedViews.add(caller, readMembers(savedViewFields, parameters)),
        (view) => ({ status: 201, message: 'View saved', id: view.id, data: shown(view), location: `views/${view.id}/` }),
      ),
    ),
    write('PATCH', '/:id', viewDocs.set, ({ parameters, path: { id = '' }, write: writeOnce }) =>
      writeOnce(
        (caller) => savedViews.set(caller, id, readMembers(savedViewFields, parameters)),
        (view) => ({ message: 'View changed', data: shown(view) }),
      ),
    ),
    write('DELETE', '/:id', viewDocs.remove, ({ path: { id = '' }, write: writeOnce }) =>
      writeOnce((caller) => savedViews.remove(caller, id), confirmed('View deleted')),
    ),
  ],
});
