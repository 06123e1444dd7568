import { commandLineCaller } from '../../../application/caller.js';
import { type Group, groupFields } from '../../../domain/access/user.js';
import { optional, optionsOf, shownNames } from '../field-options.js';
import { action, integer, type Subject } from '../grammar.js';

const options = optionsOf(groupFields, { name: 'new name', roles: 'names separated by commas; empty: none' });
const confirmation = (what: string) => (group: Group) => [`group ${group.name} ${what}`];

export const group: Subject = {
  meaning: 'groups of users',
  actions: {
    list: action({
      meaning: 'show all groups',
      operands: [],
      options: [],
      run: (access) => access.groups.list(commandLineCaller),
      columns: shownNames(groupFields),
    }),
    add: action({
      meaning: 'add a group',
      operands: ['NAME'],
      options: [integer('id', 'ID of the group; default: the next one'), ...options.filter(({ name }) => name !== 'name')],
      run: (access, { operands: [name = ''], options: fields }) => access.groups.add(commandLineCaller, { ...fields, name }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change a group',
      operands: ['NAME'],
      options: optional(options),
      run: (access, { operands: [name = ''], options: fields }) => access.groups.set(commandLineCaller, name, fields),
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove a group, its memberships and its permissions',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [name = ''] }) => access.groups.remove(commandLineCaller, name),
      lines: confirmation('removed'),
    }),
  },
};
