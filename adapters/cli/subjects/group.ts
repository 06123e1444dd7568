import { commandLineCaller } from '../../../application/caller.js';
import type { Group } from '../../../domain/access/user.js';
import { action, integer, type Subject, text } from '../grammar.js';

const description = text('description', 'what it is for');
const confirmation = (what: string) => (group: Group) => [`group ${group.name} ${what}`];

/** Groups of users, to which sections and subnets give permissions. */
export const group: Subject = {
  meaning: 'groups of users',
  actions: {
    list: action({
      meaning: 'show all groups',
      operands: [],
      options: [],
      run: (access) => access.groups.list(commandLineCaller),
      columns: ['id', 'name', 'description'],
    }),
    add: action({
      meaning: 'add a group',
      operands: ['NAME'],
      options: [integer('id', 'number of the group; the next one when not given'), description],
      run: (access, { operands: [name = ''], options }) => access.groups.add(commandLineCaller, { ...options, name }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change a group',
      operands: ['NAME'],
      options: [text('name', 'its new name'), description],
      run: (access, { operands: [name = ''], options }) => access.groups.set(commandLineCaller, name, options),
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
