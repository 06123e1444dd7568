import { commandLineCaller } from '../../../application/caller.js';
import { type RoleDefinition, roleFields, roleRights } from '../../../domain/access/role.js';
import { optionsOf, shownNames } from '../field-options.js';
import { action, type Subject } from '../grammar.js';

const options = optionsOf(roleFields, {
  inventory: 'level on records of all kinds',
  levels: 'other levels on single kinds, e.g. vlan:write,rack:none; empty for none',
  rights: `further rights: ${roleRights.join(', ')}; empty for none`,
});

const confirmation = (what: string) => (role: RoleDefinition) => [`role ${role.name} ${what}`];

/** Roles: named sets of permission levels by kind, and of administration permissions. */
export const role: Subject = {
  meaning: 'roles of users and groups: levels on kinds of records, and rights',
  actions: {
    list: action({
      meaning: 'show all roles, the built-in ones first',
      operands: [],
      options: [],
      run: (access) => access.roles.list(commandLineCaller),
      columns: shownNames(roleFields),
    }),
    add: action({
      meaning: 'add a role',
      operands: ['NAME'],
      options,
      run: (access, { operands: [name = ''], options: fields }) => access.roles.add(commandLineCaller, { ...fields, name }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change a role; built-in roles cannot be changed',
      operands: ['NAME'],
      options,
      run: (access, { operands: [name = ''], options: fields }) => access.roles.set(commandLineCaller, name, fields),
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove a role; users and groups lose it',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [name = ''] }) => access.roles.remove(commandLineCaller, name),
      lines: confirmation('removed'),
    }),
  },
};
