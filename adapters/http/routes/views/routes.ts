import type { ListedView } from '../../../../application/access/administration/saved-views.js';
import type { Application } from '../../../../application/index.js';
import { savedViewFields } from '../../../../domain/access/saved-view.js';
import type { Controller } from '../../api-request.js';
import { showMembers } from '../admin/printed-members.js';
import { readMembers } from '../admin/read-members.js';
import { reading, writing } from '../route.js';
import { viewDocs as docs } from './docs.js';

const get = reading('ownViews');
const write = writing('ownViews');

const shown = (view: ListedView) => showMembers(savedViewFields, view);

/** /views/: saved views of the console, the caller's and shared ones. */
export const viewsController = ({ savedViews }: Application): Controller => ({
  names: ['views'],
  routes: [
    get('/', docs.list, async ({ caller }) => ({ data: (await savedViews.list(caller)).map(shown), isLong: true })),
    get('/:id', docs.read, async ({ caller, path: { id = '' } }) => ({ data: shown(await savedViews.read(caller, id)) })),
    write('POST', '/', docs.add, ({ parameters, write: writeOnce }) =>
      writeOnce(
        (caller) => savedViews.add(caller, readMembers(savedViewFields, parameters)),
        (view) => ({ status: 201, message: 'View saved', id: view.id, data: shown(view), location: `views/${view.id}/` }),
      ),
    ),
    write('PATCH', '/:id', docs.set, ({ parameters, path: { id = '' }, write: writeOnce }) =>
      writeOnce(
        (caller) => savedViews.set(caller, id, readMembers(savedViewFields, parameters)),
        (view) => ({ message: 'View changed', data: shown(view) }),
      ),
    ),
    write('DELETE', '/:id', docs.remove, ({ path: { id = '' }, write: writeOnce }) =>
      writeOnce(
        (caller) => savedViews.remove(caller, id),
        () => ({ message: 'View deleted' }),
      ),
    ),
  ],
});
