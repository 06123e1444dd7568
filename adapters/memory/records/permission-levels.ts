import type { LevelOfSubnets } from '../../../application/ports/identity.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { isPermissionMap, type PermissionMap, withLevel } from '../../../domain/fields/permission-map.js';
import type { Draft } from './state.js';

interface ChangedPermissions {
  readonly row: KindRecord;
  readonly permissions: PermissionMap | null;
}

export function subnetsWithOtherLevel(draft: Draft, { sectionId, groupId, level }: LevelOfSubnets): ChangedPermissions[] {
  const rows = [...draft.table('subnet').rows()].filter(({ values }) => values.sectionId === sectionId);
  return rows.flatMap((row) => {
    const permissions = isPermissionMap(row.values.permissions) ? row.values.permissions : null;
    if ((permissions?.get(groupId) ?? 0) === level) return [];
    return [{ row, permissions: withLevel(permissions, groupId, level) }];
  });
}
