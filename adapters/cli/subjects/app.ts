import type { ListedApp } from '../../../application/access/administration/app-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { action, flag, integer, type Option, oneOf, required, type Subject, switched, text } from '../grammar.js';

const permission = oneOf('permission', ['disabled', 'read', 'write', 'admin']);
const security = oneOf('security', ['none', 'ssl', 'static', 'crypt', 'oidc']);
const options: readonly Option[] = [
  flag('show-links', 'whether records have links'),
  flag('stringify', 'whether values are texts'),
  flag('nest-custom-fields', 'whether custom fields stand in a record of their own'),
  flag('crypt-legacy', 'whether requests may be encrypted in the old, unauthenticated way too'),
  flag('crypt-strict', 'whether encrypted requests must name method, time and nonce'),
  flag('lock-enabled', 'whether writes go one after the other', 'lock.enabled'),
  integer('lock-wait', 'for how many seconds a write waits for its turn', 'lock.waitSeconds'),
  text('comment', 'what it is for'),
];

const confirmation = (what: string) => (app: ListedApp) => [
  `application ${app.id} ${what}`,
  ...(app.code === undefined ? [] : [`code: ${app.code} (it is not shown again)`]),
];

/** Applications: codes are made here, and shown when they are made only. */
export const app: Subject = {
  meaning: 'applications, through which the interface is used',
  actions: {
    list: action({
      meaning: 'show all applications, without their codes',
      operands: [],
      options: [],
      run: (access) => access.apps.list(commandLineCaller),
      columns: [
        ...['id', 'permission', 'security', 'showLinks', 'stringify', 'nestCustomFields', 'cryptLegacy'],
        ...['cryptStrict', 'lock.enabled', 'lock.waitSeconds', 'comment'],
      ],
    }),
    add: action({
      meaning: 'add an application; one of security static or crypt gets a code, which is shown once',
      operands: ['NAME'],
      options: [required(permission), required(security), ...options],
      run: (access, { operands: [id = ''], options: given }) => access.apps.add(commandLineCaller, { ...given, id }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change what is named of an application',
      operands: ['NAME'],
      options: [permission, security, ...options, switched('new-code', 'make another code and show it once')],
      run: (access, { operands: [id = ''], options: { newCode, ...changes } }) =>
        access.apps.set(commandLineCaller, id, changes, newCode === true),
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove an application',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [id = ''] }) => access.apps.remove(commandLineCaller, id),
      lines: confirmation('removed'),
    }),
  },
};
