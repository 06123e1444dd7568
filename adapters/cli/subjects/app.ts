import type { ListedApp } from '../../../application/access/administration/app-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { appFields } from '../../../domain/access/app.js';
import { optional, optionsOf, shownNames } from '../field-options.js';
import { action, type Subject, switched } from '../grammar.js';

const options = optionsOf(appFields, {
  permission: null,
  security: null,
  stringify: 'whether answers contain numbers as texts',
  nestCustomFields: 'whether custom fields are in a separate object',
  'lock.waitSeconds': ['lock-wait'],
  'limits.requestsPerMinute': ['requests', 'largest number of requests per minute; 0: no limit'],
  'limits.allocationsPerMinute': ['allocations', 'largest number of allocations per minute; 0: no limit'],
});

type Input = Readonly<Record<string, unknown>>;

function withLimits({ limits, ...input }: Input): Input {
  if (limits === undefined) return input;
  const entries = Object.entries(Object(limits)).map(([name, limit]) => [name, limit === 0 ? null : limit]);
  return { ...input, limits: Object.fromEntries(entries) };
}

const confirmation = (what: string) => (app: ListedApp) => [
  `application ${app.id} ${what}`,
  ...(app.code === undefined ? [] : [`code: ${app.code} (it is not shown again)`]),
];

/** Commands for applications. `add` and `--new-code` generate the code (the secret of an application) and print it once. */
export const app: Subject = {
  meaning: 'applications of the API',
  actions: {
    list: action({
      meaning: 'show all applications, without their codes',
      operands: [],
      options: [],
      run: (access) => access.apps.list(commandLineCaller),
      columns: shownNames(appFields),
    }),
    add: action({
      meaning: 'add an application; with security static or crypt it gets a code, which is shown once',
      operands: ['NAME'],
      options,
      run: (access, { operands: [id = ''], options: fields }) =>
        access.apps.add(commandLineCaller, { ...withLimits(fields), id }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change an application',
      operands: ['NAME'],
      options: [...optional(options), switched('new-code', 'replace the code and show the new one once')],
      run: (access, { operands: [id = ''], options: { newCode, ...changes } }) =>
        access.apps.set(commandLineCaller, id, withLimits(changes), newCode === true),
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
