import type {
  PermissionAdministration,
  SetLevel,
} from '../../../../application/access/administration/permission-administration.js';
import type { PermissionMap } from '../../../../domain/fields/permission-map.js';
import { readId } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import type { WireObject } from '../../wire/wire-value.js';
import { reading, writing } from '../route.js';
import { adminDocs as about } from './docs.js';

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
