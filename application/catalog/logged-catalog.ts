import { type KindName, kindOf } from '../../domain/catalog/kinds.js';
import type { FieldValue } from '../../domain/fields/field.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Caller } from '../caller.js';
import {
  type ChangeValues,
  recordChange,
  recordConsequences,
  valuesOfDeleted,
  valuesOfEdit,
  valuesOfNew,
} from '../changes/change-log.js';
import type { CatalogRepository } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { requireExpected } from '../unit-of-work/expected-version.js';

/** A record that a caller names to change or delete it. */
export interface WrittenRecord {
  readonly kind: KindName;
  readonly id: number;
}

type Values = Readonly<Record<string, FieldValue>>;

/**
 * The repositories of a unit of work, of which the catalogue writes down each change that it makes.
 * @param at when this happens, as records hold times
 * @param written the record that the caller names, which must be as the caller expects it
 */
export function tellingCatalog(repositories: Repositories, caller: Caller, at: string, written?: WrittenRecord): Repositories {
  const { catalog } = repositories;
  const tell = (kind: KindName, objectId: number, action: 'add' | 'edit' | 'delete', told: ChangeValues): Promise<void> =>
    recordChange(repositories, caller, at, { object: kind, objectId, action, ...told });
  const checkVersion = (kind: KindName, { id, values, custom }: KindRecord): void => {
    if (kind === written?.kind && id === written.id) requireExpected(caller, kindOf(kind).fields, { ...values, id, custom });
  };
  const telling: CatalogRepository = {
    find: (kind, id) => catalog.find(kind, id),
    list: (kind, where, custom) => catalog.list(kind, where, custom),
    select: (kind, where, listQuery) => catalog.select(kind, where, listQuery),
    count: (kind, where, listQuery) => catalog.count(kind, where, listQuery),
    search: (kind, search) => catalog.search(kind, search),
    lock: (kind, id) => catalog.lock(kind, id),
    lockToDelete: (kind, id) => catalog.lockToDelete(kind, id),
    async insert(kind, values, custom) {
      const id = await catalog.insert(kind, values, custom);
      await tell(kind, id, 'add', valuesOfNew(kindOf(kind).fields, { ...values, custom }));
      return id;
    },
    async update(kind, id, changes: Values, custom) {
      const current = await catalog.lock(kind, id);
      if (current) checkVersion(kind, current);
      await catalog.update(kind, id, changes, custom);
      if (current) await tell(kind, id, 'edit', valuesOfEdit(kindOf(kind).fields, flat(current), { ...changes, custom }));
    },
    async delete(kind, id) {
      const current = await catalog.lock(kind, id);
      if (!current) return false;
      checkVersion(kind, current);
      await recordConsequences(repositories, caller, at, { of: 'deletion', object: kind, id });
      const isGone = await catalog.delete(kind, id);
      if (isGone) await tell(kind, id, 'delete', valuesOfDeleted(kindOf(kind).fields, flat(current)));
      return isGone;
    },
  };
  // repositories make their parts when they are asked for: a copy would have none
  return new Proxy(repositories, {
    get: (target, name) => (name === 'catalog' ? telling : Reflect.get(target, name, target)),
  });
}

const flat = ({ values, custom }: KindRecord): object => ({ ...values, custom });
