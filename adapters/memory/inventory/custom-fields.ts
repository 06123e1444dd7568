import type { CustomFieldRepository, CustomValueRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomValues } from '../../../domain/fields/field.js';
import { customFieldsLock } from '../records/locks.js';
import { ownerOfCustom, storedValue } from '../records/owners.js';
import { type Draft, MemoryRepository } from '../records/state.js';

export class MemoryCustomFieldRepository extends MemoryRepository implements CustomFieldRepository {
  readonly #fields = this.draft.collection('customFields');

  async list(on?: CustomFieldOwner): Promise<CustomField[]> {
    const fields = this.#fields.all();
    return on === undefined ? fields : fields.filter((field) => field.on === on);
  }

  async lock(): Promise<void> {
    this.draft.locks.note(customFieldsLock);
  }

  async save(field: CustomField): Promise<void> {
    this.draft.locks.require(customFieldsLock);
    this.#fields.save(field);
  }

  async delete(on: CustomFieldOwner, name: string): Promise<boolean> {
    this.draft.locks.require(customFieldsLock);
    return this.#fields.delete(on, name);
  }
}

export function customValuesIn(draft: Draft): CustomValueRepository {
  const change = (on: CustomFieldOwner, changed: (custom: CustomValues) => CustomValues): void => {
    draft.locks.require(customFieldsLock);
    const owner = ownerOfCustom(on);
    let table = draft.table(owner);
    for (const row of draft.table(owner).rows()) {
      const custom = changed(row.custom);
      if (custom !== row.custom) table = table.with({ ...row, custom });
    }
    draft.setTable(owner, table);
  };
  return {
    convert: async (on, name, convert) =>
      change(on, (custom) => {
        const value = storedValue(custom, name);
        const converted = value === null ? null : convert(value);
        return converted === value ? custom : { ...custom, [name]: converted };
      }),
    async isUnsetSomewhere(on, name) {
      for (const { custom } of draft.table(ownerOfCustom(on)).rows()) if (storedValue(custom, name) === null) return true;
      return false;
    },
    fill: async (on, name, value) =>
      change(on, (custom) => (storedValue(custom, name) === null ? { ...custom, [name]: value } : custom)),
    remove: async (on, name) =>
      change(on, (custom) => {
        if (!Object.hasOwn(custom, name)) return custom;
        const { [name]: _removed, ...rest } = custom;
        return rest;
      }),
  };
}
