import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import { serviceAccountFields } from '../../../../domain/access/user.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { Route } from '../../api-request.js';
import { confirmed } from '../common/answers.js';
import { reading, writing } from '../route.js';
import { adminDocs } from './docs.js';
import { changedKey, madeKey, readKeyChange, readNewKey, readRotation, shownKey } from './key-answers.js';
import { keyDocs } from './key-docs.js';
import { resourceRoutes } from './resource.js';

const docs = keyDocs('admin/keys', false);
const get = reading('administer');
const write = writing('administer');
const keysPath = 'admin/keys';

export const keyRoutes = ({ keys, serviceAccounts }: AccessAdministration): Route[] => [
  ...resourceRoutes({
    word: 'service_accounts',
    what: 'service account',
    members: serviceAccountFields,
    keys: ['name'],
    ignoresCase: true,
    list: (caller) => serviceAccounts.list(caller),
    add: (caller, input, [name]) => serviceAccounts.add(caller, { ...input, name }),
    set: (caller, [name], changes) => serviceAccounts.set(caller, name, changes),
    remove: (caller, [name]) => serviceAccounts.remove(caller, name),
    docs: adminDocs.serviceAccounts,
  }),
  get('/keys', docs.list, async ({ caller, parameters: { user } }) => ({
    data: (await keys.list(caller, scalarText(user) || undefined)).map(shownKey),
    isLong: true,
  })),
  write('POST', '/keys/:id/rotate', docs.rotate, ({ parameters, path: { id = '' }, write: writeOnce }) =>
    writeOnce(
      (caller) => keys.rotate(caller, id, readRotation(parameters)),
      (made) => madeKey(made, keysPath),
    ),
  ),
  write('POST', '/keys', docs.add, ({ parameters, write: writeOnce }) =>
    writeOnce(
      (caller) => {
        const { user, ...input } = readNewKey(parameters);
        return keys.add(caller, scalarText(user) ?? '', input);
      },
      (made) => madeKey(made, keysPath),
    ),
  ),
  write('PATCH', '/keys/:id', docs.set, ({ parameters, path: { id = '' }, write: writeOnce }) =>
    writeOnce((caller) => keys.set(caller, id, readKeyChange(parameters)), changedKey),
  ),
  write('DELETE', '/keys/:id', docs.remove, ({ path: { id = '' }, write: writeOnce }) =>
    writeOnce((caller) => keys.remove(caller, id), confirmed('Key revoked')),
  ),
];
