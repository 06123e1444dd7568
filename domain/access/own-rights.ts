import { type OpenKind, openKindNames } from '../catalog/kinds.js';
import { type Authorizable, hasRight, mayRead, mayWrite, type Principal } from './access-policy.js';
import { type Grant, originOfLevel, originOfRight } from './effective-rights.js';
import type { KindLevel } from './kind-level.js';
import { type AdministrativeRight, roleRights } from './role.js';

/** `rule` is the source of a level or right. */
export interface OwnRights {
  readonly levels: readonly { readonly kind: OpenKind; readonly level: KindLevel; readonly rule: string }[];
  readonly rights: readonly { readonly right: AdministrativeRight; readonly rule: string }[];
}

/** @param grants of the user; empty for an application without users */
export function explainOwnRights({ principal, user }: Authorizable, grants: readonly Grant[]): OwnRights {
  const { unrestricted } = principal.narrowed?.owner ?? principal;
  const everything = unrestricted ? ruleOfEverything(grants) : undefined;
  const levels = openKindNames.map((kind) => {
    const level = levelOn(principal, kind);
    const isNarrowed = principal.narrowed !== undefined && level !== levelOn(principal.narrowed.owner, kind);
    return { kind, level, rule: isNarrowed ? 'scope of the key' : (everything ?? originOfLevel(grants, kind)) };
  });
  const rights = ([...roleRights, 'administer'] as const).flatMap((right) => {
    const rule = originOfRight(grants, right) ?? everything;
    return hasRight(principal, user, right) && rule !== undefined ? [{ right, rule }] : [];
  });
  return { levels, rights };
}

const levelOn = (principal: Principal, kind: OpenKind): KindLevel =>
  mayWrite(principal, kind) ? 'write' : mayRead(principal, kind) ? 'read' : 'none';

const ruleOfEverything = (grants: readonly Grant[]): string =>
  grants.length === 0
    ? 'permission of the application'
    : (originOfRight(grants, 'administer') ?? 'setting enforceUserPermissions is false');
