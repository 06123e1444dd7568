import type { ListedServiceAccount } from '../../../application/access/administration/service-account-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { serviceAccountFields } from '../../../domain/access/user.js';
import { optionsOf, shownNames } from '../field-options.js';
import { action, type Subject } from '../grammar.js';

const options = optionsOf(serviceAccountFields, {
  role: null,
  inventory: 'level on records of all kinds',
  levels: 'other levels on single kinds, e.g. vlan:write,rack:none; empty: none',
  roles: 'names separated by commas; empty: none',
  groups: 'names separated by commas; empty: none',
});

const confirmation = (what: string) => (account: ListedServiceAccount) => [`service account ${account.name} ${what}`];

/** Service accounts: users that authenticate with keys only. */
export const serviceAccount: Subject = {
  meaning: 'accounts of programs, with keys and without a password',
  actions: {
    list: action({
      meaning: 'show all service accounts',
      operands: [],
      options: [],
      run: (access) => access.serviceAccounts.list(commandLineCaller),
      columns: shownNames(serviceAccountFields).filter((name) => name !== 'editDate'),
    }),
    add: action({
      meaning: 'add a service account',
      operands: ['NAME'],
      options,
      run: (access, { operands: [name = ''], options: fields }) =>
        access.serviceAccounts.add(commandLineCaller, { ...fields, name }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change a service account',
      operands: ['NAME'],
      options,
      run: (access, { operands: [name = ''], options: changes }) => access.serviceAccounts.set(commandLineCaller, name, changes),
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove a service account with all of its keys',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [name = ''] }) => access.serviceAccounts.remove(commandLineCaller, name),
      lines: confirmation('removed'),
    }),
  },
};
