import type { ListedApp } from '../../../application/access/administration/app-administration.js';
import { appFields } from '../../../domain/access/app.js';
import { optional, optionsOf, shownNames } from '../field-options.js';
import { type Subject, switched } from '../grammar.js';
import { administrationOf, type Input } from './administration.js';

const options = optionsOf(appFields, {
  permission: null,
  security: null,
  stringify: 'whether answers contain numbers as texts',
  nestCustomFields: 'whether custom fields are in a separate object',
  'lock.waitSeconds': ['lock-wait'],
  'limits.requestsPerMinute': ['requests', 'largest number of requests per minute; 0: no limit'],
  'limits.allocationsPerMinute': ['allocations', 'largest number of allocations per minute; 0: no limit'],
});

function withLimits({ limits, ...input }: Input): Input {
  if (limits === undefined) return input;
  const entries = Object.entries(Object(limits)).map(([name, limit]) => [name, limit === 0 ? null : limit]);
  return { ...input, limits: Object.fromEntries(entries) };
}

/** Commands for applications. `add` and `--new-code` generate the code (the secret of an application) and print it once. */
export const app: Subject = {
  meaning: 'applications of the API',
  actions: administrationOf<ListedApp>({
    of: ({ apps }) => ({
      list: (caller) => apps.list(caller),
      add: (caller, { name: id, ...input }) => apps.add(caller, { ...withLimits(input), id }),
      set: (caller, id, { newCode, ...changes }) => apps.set(caller, id, withLimits(changes), newCode === true),
      remove: (caller, id) => apps.remove(caller, id),
    }),
    label: ({ id }) => `application ${id}`,
    secret: ({ code }) => code && `code: ${code}`,
    columns: shownNames(appFields),
    list: 'show all applications, without their codes',
    add: {
      meaning: 'add an application; with security static or crypt it gets a code, which is shown once',
      options,
    },
    set: {
      meaning: 'change an application',
      options: [...optional(options), switched('new-code', 'replace the code and show the new one once')],
    },
    remove: 'remove an application',
  }),
};
