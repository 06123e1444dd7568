import type { Principal } from '../../../domain/permission/principal.js';
import type { Fragment } from '../sessions/session.js';

/** Holds where one of the principal's groups has at least level 1 in a permission map. */
const allows = (map: string): string =>
  `exists (select from jsonb_array_elements(${map}) pair(value) where (pair.value->>0)::integer = any(?::integer[]) and (pair.value->>1)::integer >= 1)`;

const groupsOf = (viewer: Principal): number[] => [...viewer.groups];

/** Holds for the sections `alias` that a principal sees. */
export function visibleSections(viewer: Principal | undefined, alias: string): Fragment[] {
  return !viewer || viewer.unrestricted ? [] : [{ sql: allows(`${alias}.permissions`), bindings: [groupsOf(viewer)] }];
}

/** Holds for the subnets `alias` that a principal sees: its section is visible, and so is the subnet itself. */
export function visibleSubnets(viewer: Principal | undefined, alias: string): Fragment[] {
  if (!viewer || viewer.unrestricted) return [];
  const section = `exists (select from sections home where home.id = ${alias}.section_id and ${allows('home.permissions')})`;
  return [{ sql: `${allows(`${alias}.permissions`)} and ${section}`, bindings: [groupsOf(viewer), groupsOf(viewer)] }];
}

/** Holds for the addresses `alias` that a principal sees: those of visible subnets. */
export function visibleAddresses(viewer: Principal | undefined, alias: string): Fragment[] {
  return visibleSubnets(viewer, 'place').map(({ sql, bindings }) => ({
    sql: `exists (select from subnets place where place.id = ${alias}.subnet_id and ${sql})`,
    bindings,
  }));
}
