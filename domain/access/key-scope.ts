import { isKindName, type KindName, kindNames } from '../catalog/kinds.js';
import { type ChangedObject, changedObjects } from '../changes/change.js';
import type { PermissionLevel } from '../fields/permission-map.js';

export type ScopedRecord = ChangedObject | KindName;

export const scopedRecords: readonly ScopedRecord[] = [...changedObjects, ...kindNames];

export const isScopedRecord = (name: string): name is ScopedRecord =>
  changedObjects.some((object) => object === name) || isKindName(name);

/** Scopes without a record type. `allocate` permits only the operations first_free and first_subnet. */
export const generalScopes = ['allocate', 'feed', 'export', 'admin'] as const;

/** A stored scope. `*` stands for every record type; `write` includes `read`. */
export type Scope = `${ScopedRecord | '*'}:${'read' | 'write'}` | (typeof generalScopes)[number];

export const scopes: readonly Scope[] = [
  ...(['*:read', '*:write'] as const),
  ...scopedRecords.flatMap((record) => [`${record}:read`, `${record}:write`] as const),
  ...generalScopes,
];

const knownScopes: ReadonlySet<string> = new Set(scopes);

export const isScope = (text: string): text is Scope => knownScopes.has(text);

/** A right that an operation requires of a key. `free`: reads free space; `allocate`: creates a record in free space. */
export type ScopeRight = `${ScopedRecord}:${'read' | 'write' | 'free' | 'allocate'}` | 'feed' | 'export' | 'admin';

/** All rights that an operation requires of a key. Empty: every key is accepted. */
export type ScopeNeed = readonly ScopeRight[];

/** The sections and subnets of a key: sections with their content, subnets with their descendants. */
export interface Reach {
  readonly sections: readonly number[];
  readonly subnets: readonly number[];
}

export const isLimited = ({ sections, subnets }: Reach): boolean => sections.length > 0 || subnets.length > 0;

/** The scope of a key: a subset of its owner's rights. Empty lists of sections and subnets mean no limit. */
export interface KeyScope extends Reach {
  readonly scopes: readonly Scope[];
}

export interface GrantedScope {
  readonly rights: ReadonlySet<ScopeRight>;
  /** null: all sections and subnets. */
  readonly reach: Reach | null;
}

const ofRecords = (record: ScopedRecord | '*'): readonly ScopedRecord[] => (record === '*' ? scopedRecords : [record]);

function rightsOf(scope: Scope): readonly ScopeRight[] {
  if (scope === 'allocate') return ['subnet:free', 'subnet:allocate', 'address:free', 'address:allocate'];
  if (scope === 'feed' || scope === 'export' || scope === 'admin') return [scope];
  const [record = '', access] = scope.split(':');
  const records = ofRecords(record === '*' || isScopedRecord(record) ? record : 'section');
  return records.flatMap((each): ScopeRight[] =>
    access === 'write' ? [`${each}:read`, `${each}:free`, `${each}:write`, `${each}:allocate`] : [`${each}:read`, `${each}:free`],
  );
}

/** The right `admin` requires a key without a limit to sections or subnets. */
export function grantedScope({ scopes: texts, sections, subnets }: KeyScope): GrantedScope {
  const reach = isLimited({ sections, subnets }) ? { sections, subnets } : null;
  const rights = new Set(texts.flatMap(rightsOf));
  if (reach) rights.delete('admin');
  return { rights, reach };
}

/** Whether a scope includes all rights of an operation. @param need undefined: keys are refused */
export const allows = ({ rights }: GrantedScope, need: ScopeNeed | undefined): boolean =>
  need?.every((right) => rights.has(right)) ?? false;

/** Maximum level on sections within a scope. */
export function levelOfSections({ rights }: GrantedScope): PermissionLevel {
  if (rights.has('section:write')) return 3;
  return rights.has('section:read') ? 1 : 0;
}

/** Maximum level on subnets, and on sections as their parents. Allocating a network and changing a subnet both need level 3. */
export function levelOfSubnets({ rights }: GrantedScope): PermissionLevel {
  if (rights.has('subnet:write') || rights.has('subnet:allocate') || rights.has('range:write')) return 3;
  if (rights.has('address:write') || rights.has('address:allocate')) return 2;
  return rights.has('subnet:read') || rights.has('address:read') || rights.has('range:read') ? 1 : 0;
}

/** An unknown location is outside of every limited reach. */
export interface SubnetLocation {
  readonly id?: number | undefined;
  readonly sectionId?: number | null | undefined;
  /** Ids of the subnet and its ancestors. Only required if needsAncestors is true. */
  readonly above?: readonly number[] | undefined;
}

const holds = (ids: readonly number[], id: number | null | undefined): boolean => typeof id === 'number' && ids.includes(id);

export const reachesSection = (reach: Reach | null, id: number | null | undefined): boolean =>
  reach === null || holds(reach.sections, id);

/** Whether a reach includes the section of a subnet, the subnet, or one of its ancestors. */
export const reachesSubnet = (reach: Reach | null, { id, sectionId, above = [] }: SubnetLocation): boolean =>
  reach === null ||
  holds(reach.sections, sectionId) ||
  holds(reach.subnets, id) ||
  above.some((each) => reach.subnets.includes(each));

export const needsAncestors = (reach: Reach | null, { id, sectionId }: SubnetLocation): boolean =>
  reach !== null && reach.subnets.length > 0 && !reachesSubnet(reach, { id, sectionId });

export const maxScopes = 100;
export const maxReach = 100;

export interface ScopeProblem {
  readonly member: 'scopes' | 'sections' | 'subnets';
  readonly problem: string;
}

export function problemWithScope(scope: KeyScope): ScopeProblem | undefined {
  const { scopes: texts } = scope;
  if (texts.length === 0) return { member: 'scopes', problem: 'must contain at least one scope' };
  if (texts.length > maxScopes) return { member: 'scopes', problem: `must not contain more than ${maxScopes} scopes` };
  for (const member of ['sections', 'subnets'] as const)
    if (scope[member].length > maxReach) return { member, problem: `must not contain more than ${maxReach} ids` };
  if (texts.includes('admin') && isLimited(scope))
    return { member: 'scopes', problem: 'cannot combine admin with sections or subnets' };
  return undefined;
}
