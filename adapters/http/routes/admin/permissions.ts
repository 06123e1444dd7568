import type {
  PermissionAdministration,
  SetLevel,
} from '../../../../application/access/administration/permission-administration.js';
import type { PermissionMap } from '../../../../domain/fields/permission-map.js';
import { readId } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { reading, writing } from '../route.js';
import { adminDocs as about } from './docs.js';

/** The routes of the permissions of groups on sections and subnets. */
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
    ...writing('administer')('PATCH', '/permissions/sections/:id', about.setSectionLevel, (request) =>
      set(request, (caller, id, given) => permissions.setOfSection(caller, id, given)),
    ),
    isVersioned: true,
  },
  {
    ...writing('administer')('PATCH', '/permissions/subnets/:id', about.setSubnetLevel, (request) =>
      set(request, (caller, id, given) => permissions.setOfSubnet(caller, id, given)),
    ),
    isVersioned: true,
  },
];

type Setting = (
  caller: ApiRequest['caller'],
  id: number,
  given: { readonly group: unknown; readonly level: unknown },
) => Promise<SetLevel>;

function set({ path, parameters, write }: ApiRequest, setting: Setting): Promise<PlainAnswer> {
  const id = readId(path.id ?? '');
  if (id === undefined) throw new RequestError('path.idInvalid');
  return write(
    (caller) => setting(caller, id, { group: parameters.group, level: parameters.level }),
    ({ group, level }) => ({ message: 'Permissions updated', data: { group: group.id, level } }),
  );
}

const printLevels = (levels: PermissionMap | null) => [...(levels ?? [])].map(([group, level]) => ({ group, level }));
