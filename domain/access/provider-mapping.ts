import { higherLevel } from './kind-level.js';
import { type InventoryRight, inventoryRights, type Role, roles } from './user.js';

/** `role`: the role in the user record; `namedRole`: the name of another role. */
export type MappedRight =
  | { readonly group: string }
  | { readonly role: Role }
  | { readonly namedRole: string }
  | { readonly inventory: InventoryRight }
  | { readonly serviceAccount: string };

/** Users with the group or claim `from` (`*`: all users) get a right. For a service account, `from` is a subject or client id. */
export interface MappingRule {
  readonly from: string;
  readonly gives: MappedRight;
}

/** The mapped rights of a user. The member of a right is absent if no rule gives the right: administrators set such a right. */
export interface MappedRights {
  readonly groups?: readonly string[];
  readonly role?: Role;
  readonly roles?: readonly string[];
  readonly inventory?: InventoryRight;
  readonly isMapped: boolean;
}

/**
 * Reads a mapping with one rule per line: `GROUP => group NAME`, `GROUP => role NAME`, `GROUP => inventory LEVEL`, `SUBJECT =>
 * service account NAME`. Empty lines and lines that begin with # are ignored.
 * Returns the rules. For an invalid line, returns a text without a subject, such as `has no valid rule in line 3: ...`.
 */
export function readMapping(text: string): readonly MappingRule[] | { readonly problem: string } {
  const rules: MappingRule[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const rule = ruleIn(trimmed);
    if (!rule) return { problem: `has no valid rule in line ${index + 1}: rules have the form ${ruleForms}` };
    rules.push(rule);
  }
  return rules;
}

const ruleForms = [
  '"FROM => group NAME"',
  '"FROM => role NAME"',
  `"FROM => inventory ${inventoryRights.join('|')}" or "SUBJECT => service account NAME"`,
].join(', ');

function ruleIn(line: string): MappingRule | undefined {
  const [, from = '', ruleType = '', name = ''] =
    /^(.*\S)\s*=>\s*(group|role|inventory|service account)\s+(\S.*)$/.exec(line) ?? [];
  if (ruleType === 'group') return { from, gives: { group: name } };
  if (ruleType === 'service account') return from === '*' ? undefined : { from, gives: { serviceAccount: name } };
  const role = roles.find((each) => each === name);
  if (ruleType === 'role') return { from, gives: role ? { role } : { namedRole: name } };
  const inventory = inventoryRights.find((each) => each === name);
  return ruleType === 'inventory' && inventory ? { from, gives: { inventory } } : undefined;
}

export function rulesOf(text: string): readonly MappingRule[] {
  const rules = readMapping(text);
  return 'problem' in rules ? [] : rules;
}

/**
 * The rights of a user. If rules exist for a right and none matches, the user gets the lowest value of the right. Lowest
 * values: no group, the role User, no custom role, inventory `read` (`none` if any rule has `none`).
 * @param groups of the user, as named by the provider
 * @param keyOf normalizes names for comparison
 */
export function mappedRights(
  rules: readonly MappingRule[],
  groups: readonly string[],
  keyOf: (name: string) => string = (name) => name,
): MappedRights {
  const own = new Set(groups.map(keyOf));
  const applying = rules.filter(({ from, gives }) => !('serviceAccount' in gives) && (from === '*' || own.has(keyOf(from))));
  const rights = applying.map(({ gives }) => gives);
  const names = (ruleType: string) => rules.some(({ gives }) => ruleType in gives);
  return {
    isMapped: applying.length > 0,
    ...(names('group') ? { groups: [...new Set(rights.flatMap((gives) => ('group' in gives ? [gives.group] : [])))] } : {}),
    ...(names('role')
      ? { role: rights.some((gives) => 'role' in gives && gives.role === 'Administrator') ? 'Administrator' : 'User' }
      : {}),
    ...(names('namedRole') ? { roles: rights.flatMap((gives) => ('namedRole' in gives ? [gives.namedRole] : [])) } : {}),
    ...(names('inventory') ? { inventory: mappedLevel(rules, rights) } : {}),
  };
}

/** Undefined without a matching rule. @param names verified subject and client id of the program */
export function mappedServiceAccount(rules: readonly MappingRule[], names: readonly string[]): string | undefined {
  const rule = rules.find(({ from, gives }) => 'serviceAccount' in gives && names.includes(from));
  return rule && 'serviceAccount' in rule.gives ? rule.gives.serviceAccount : undefined;
}

function mappedLevel(rules: readonly MappingRule[], rights: readonly MappedRight[]): InventoryRight {
  const levels = (from: readonly MappedRight[]) => from.flatMap((gives) => ('inventory' in gives ? [gives.inventory] : []));
  const least = levels(rules.map(({ gives }) => gives)).includes('none') ? 'none' : 'read';
  return levels(rights).reduce(higherLevel, least);
}

/** Normalizes a distinguished name for comparison: lower case, no spaces around separators, no unnecessary escapes. */
export const dnKey = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\\([0-9a-fA-F]{2}(?:\\[0-9a-fA-F]{2})*)/g, (_all, pairs: string) => decodedPairs(pairs))
    .toLowerCase()
    .replace(/(?<!\\)\s*([,=+;])\s*/g, '$1')
    .trim();

/** Decodes UTF-8 bytes in hex. Special characters stay escaped. */
function decodedPairs(pairs: string): string {
  try {
    return decodeURIComponent(`%${pairs.replaceAll('\\', '%')}`).replace(/[ ,=+;"\\<>#]/g, '\\$&');
  } catch {
    return `\\${pairs}`; // not valid UTF-8
  }
}
