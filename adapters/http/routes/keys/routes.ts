import type { Application } from '../../../../application/index.js';
import type { Controller } from '../../api-request.js';
import { changedKey, madeKey, readKeyChange, readNewKey, readRotation, shownKey } from '../admin/key-answers.js';
import { keyDocs } from '../admin/key-docs.js';
import { confirmed } from '../common/answers.js';
import { reading, writing } from '../route.js';

const docs = keyDocs('keys', true);
const get = reading('ownKeys');
const write = writing('ownKeys');

/** /keys/: the caller's keys. They are not below /user/, where every POST signs in. */
export const keysController = ({ ownKeys }: Application): Controller => ({
  names: ['keys'],
  routes: [
    get('/', docs.list, async ({ caller }) => ({ data: (await ownKeys.list(caller)).map(shownKey), isLong: true })),
    write('POST', '/:id/rotate', docs.rotate, ({ parameters, path: { id = '' }, write: writeOnce }) =>
      writeOnce(
        (caller) => ownKeys.rotate(caller, id, readRotation(parameters)),
        (made) => madeKey(made, 'keys'),
      ),
    ),
    write('POST', '/', docs.add, ({ parameters, write: writeOnce }) =>
      writeOnce(
        (caller) => ownKeys.add(caller, readNewKey(parameters)),
        (made) => madeKey(made, 'keys'),
      ),
    ),
    write('PATCH', '/:id', docs.set, ({ parameters, path: { id = '' }, write: writeOnce }) =>
      writeOnce((caller) => ownKeys.set(caller, id, readKeyChange(parameters)), changedKey),
    ),
    write('DELETE', '/:id', docs.remove, ({ path: { id = '' }, write: writeOnce }) =>
      writeOnce((caller) => ownKeys.remove(caller, id), confirmed('Key revoked')),
    ),
  ],
});
