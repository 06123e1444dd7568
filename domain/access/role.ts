import type { OpenKind } from '../catalog/kinds.js';
import { type AdministeredValues, defineAdministered, pathName } from '../fields/administered-field.js';
import { type KindLevel, kindLevels } from './kind-level.js';

/**
 * Rights besides levels on kinds. `secrets`: reads secrets of records. `history`: reads the complete change log. `users`:
 * manages users and groups whose rights do not exceed those of the caller.
 */
export const roleRights = ['secrets', 'history', 'users'] as const;
export type RoleRight = (typeof roleRights)[number];

/** `administer` includes all other rights. */
export type AdministrativeRight = RoleRight | 'administer';

export const roleFields = defineAdministered({
  name: {
    ...{ type: 'text', max: 32, form: pathName, isName: true, required: true, writeOnce: true },
    meaning: 'The name of the role.',
  },
  description: { type: 'multiline', max: 65535, meaning: 'What it is for.' },
  inventory: {
    ...{ type: 'enum', values: kindLevels, default: 'none' },
    meaning: 'Level on records of all kinds: VLANs, VRFs, devices and the like.',
  },
  levels: { type: 'texts', meaning: 'Other levels on single kinds, e.g. vlan:write, rack:none.' },
  rights: { type: 'texts', meaning: `Further rights: ${roleRights.join(', ')}.` },
  builtIn: { type: 'flag', readOnly: true, meaning: 'Whether it is a built-in role, which cannot be changed.' },
});

export type RoleDefinition = AdministeredValues<typeof roleFields>;

/** A stored role. Built-in roles are not stored. */
export type OwnRole = Omit<RoleDefinition, 'builtIn'>;

/** The role with all rights, also as a value of `role` in user records. */
export const administratorRole = 'Administrator';

/** The kinds that subnets and addresses reference, without cabling and translation. */
const referred: readonly OpenKind[] = [
  ...(['customer', 'location', 'l2domain', 'vlan', 'vrf', 'deviceType', 'device', 'tag', 'nameserver'] as const),
];

const builtIn = (
  name: string,
  description: string,
  inventory: KindLevel,
  rights: Partial<Pick<RoleDefinition, 'levels' | 'rights'>> = {},
): RoleDefinition => ({ name, description, inventory, levels: [], rights: [], ...rights, builtIn: true });

/** Roles of every installation. They give no levels on sections and subnets. */
export const builtInRoles: readonly RoleDefinition[] = [
  builtIn('Viewer', 'Reads records of all kinds.', 'read'),
  builtIn('Operator', 'Writes records of all kinds.', 'write'),
  builtIn('Allocator', 'Reads the kinds that subnets and addresses refer to.', 'none', {
    levels: referred.map((kind) => `${kind}:read`),
  }),
  builtIn('Auditor', 'Reads records of all kinds and the whole change log.', 'read', { rights: ['history'] }),
  builtIn(administratorRole, 'Does everything.', 'write', { rights: [...roleRights] }),
];

const normalizeRoleName = (name: string): string => name.toLowerCase();

/** Without regard to case. */
export const findRole = <R extends Pick<RoleDefinition, 'name'>>(roles: readonly R[], name: string): R | undefined =>
  roles.find((role) => normalizeRoleName(role.name) === normalizeRoleName(name));

/** Built-in roles first. */
export const allRoles = (own: readonly OwnRole[]): RoleDefinition[] => [
  ...builtInRoles,
  ...own.map((role) => ({ ...role, builtIn: false })),
];

/** The problem as the end of a sentence; undefined for a valid name of a custom role. */
export const problemWithRoleName = (name: string): string | undefined =>
  findRole([...builtInRoles, { name: 'User' }], name) ? 'is the name of a built-in role' : undefined;

/** The problem as the end of a sentence; undefined for a valid list. */
export function problemWithRights(rights: readonly string[]): string | undefined {
  const unknown = rights.find((right) => !isRoleRight(right));
  return unknown === undefined ? undefined : `contain ${JSON.stringify(unknown)}; known are ${roleRights.join(', ')}`;
}

export const isRoleRight = (right: string): right is RoleRight => roleRights.some((each) => each === right);
