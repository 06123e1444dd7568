import type {
  PermissionAdministration,
  SetLevel,
} from '../../../../application/access/administration/permission-administration.js';
import { writtenLevels } from '../../../../application/permission-levels.js';
import type { PermissionMap } from '../../../../domain/fields/permission-map.js';
import { readId } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { Route } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { flagInput, listOf, objectOf, ofTypes, text, value, withNumbers } from '../../openapi/schema.js';
import { RequestError } from '../../request-error.js';
import type { WireObject } from '../../wire/wire-value.js';
import { idOf } from '../common/docs.js';
import { reading, writing } from '../route.js';

const levelInput = {
  members: {
    group: ofTypes(['string', 'integer'], { description: 'Name or ID of the group.' }),
    level: withNumbers(
      { description: 'Permission level: 0 none, 1 read, 2 write addresses, 3 change; or na, ro, rw, rwa.', enum: writtenLevels },
      { enum: undefined, type: 'integer', minimum: 0, maximum: 3 },
    ),
  },
  required: ['group', 'level'],
};

const sectionLevelInput = {
  ...levelInput,
  members: { ...levelInput.members, subnets: flagInput('Whether all subnets of the section get the level too. Default: 0.') },
};

const level = value('integer', 'Permission level: 0 none, 1 read, 2 write addresses, 3 change.');
const setLevel = objectOf({ group: value('id', 'ID of the group.'), level });

const sectionLevel = objectOf({
  group: value('id', 'ID of the group.'),
  level,
  subnets: value('integer', 'Number of subnets that had another level.'),
});

const about = {
  permissions: {
    id: 'listPermissions',
    summary: 'List permissions of groups on sections',
    text: 'A group without an entry in a section has level 0 there.',
    answer: shows(
      objectOf({
        groups: listOf(objectOf({ id: value('id'), name: text })),
        sections: listOf(
          objectOf({
            id: value('id'),
            name: text,
            masterSection: value('id', 'ID of the parent section; 0 for none.'),
            levels: listOf(setLevel),
          }),
        ),
      }),
    ),
  },
  setSectionLevel: {
    id: 'setSectionLevel',
    summary: 'Set the level of a group on a section',
    text: 'Levels of other groups do not change. Existing subnets keep their own permissions, unless `subnets` is 1; then all subnets of the section, without those of child sections, get the level in the same transaction. New subnets inherit the permissions of their parent.',
    path: { id: idOf('a section') },
    input: sectionLevelInput,
    answer: { shows: 'plain', message: 'Permissions updated', data: sectionLevel },
    errors: [
      'path.idInvalid',
      'field.type',
      'section.unknown',
      'field.required',
      'permission.groupUnknown',
      'subnet.permissionLevelUnknown',
    ],
  },
  setSubnetLevel: {
    id: 'setSubnetLevel',
    summary: 'Set the level of a group on a subnet',
    text: 'Levels of other groups do not change. The level has an effect only if the group may read the section.',
    path: { id: idOf('a subnet') },
    input: levelInput,
    answer: { shows: 'plain', message: 'Permissions updated', data: setLevel },
    errors: ['path.idInvalid', 'subnet.unknown', 'field.required', 'permission.groupUnknown', 'subnet.permissionLevelUnknown'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

export const permissionRoutes = (permissions: PermissionAdministration): Route[] => [
  reading('administer')('/permissions', about.permissions, async ({ caller }) => {
    const { groups, sections } = await permissions.read(caller);
    return {
      data: {
        groups: groups.map(({ id, name }) => ({ id, name })),
        sections: sections.map(({ id, name, masterSection, permissions: levels }) => ({
          id,
          name,
          masterSection: masterSection ?? 0,
          levels: printLevels(levels),
        })),
      },
      isLong: true,
    };
  }),
  {
    ...writing('administer')('PATCH', '/permissions/sections/:id', about.setSectionLevel, ({ path, parameters, write }) => {
      const { group, level, subnets } = parameters;
      return write(
        (caller) => permissions.setOfSection(caller, recordId(path.id), { group, level, subnets }),
        ({ subnets: changed, ...set }) => updated({ ...printSet(set), subnets: changed }),
      );
    }),
    isVersioned: true,
  },
  {
    ...writing('administer')('PATCH', '/permissions/subnets/:id', about.setSubnetLevel, ({ path, parameters, write }) => {
      const { group, level } = parameters;
      return write(
        (caller) => permissions.setOfSubnet(caller, recordId(path.id), { group, level }),
        (set) => updated(printSet(set)),
      );
    }),
    isVersioned: true,
  },
];

function recordId(text = ''): number {
  const id = readId(text);
  if (id === undefined) throw new RequestError('path.idInvalid');
  return id;
}

const updated = (data: WireObject): PlainAnswer => ({ message: 'Permissions updated', data });

const printSet = ({ group, level }: SetLevel) => ({ group: group.id, level });

const printLevels = (levels: PermissionMap | null) => [...(levels ?? [])].map(([group, level]) => ({ group, level }));
