import type { CustomFieldRepository, CustomValueRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { CustomValues } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { customFieldsLock } from '../records/locks.js';
import { ownerOfCustom, storedValue } from '../records/owners.js';
import { MemoryRepository } from '../records/state.js';

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

export class MemoryCustomValueRepository extends MemoryRepository implements CustomValueRepository {
  async convert(on: CustomFieldOwner, name: string, convert: (value: CustomScalar) => CustomScalar): Promise<void> {
    this.#change(on, (custom) => {
      const value = storedValue(custom, name);
      const converted = value === null ? null : convert(value);
      return converted === value ? custom : { ...custom, [name]: converted };
    });
  }

  async isUnsetSomewhere(on: CustomFieldOwner, name: string): Promise<boolean> {
    for (const { custom } of this.#rows(on)) if (storedValue(custom, name) === null) return true;
    return false;
  }

  async fill(on: CustomFieldOwner, name: string, value: CustomScalar): Promise<void> {
    this.#change(on, (custom) => (storedValue(custom, name) === null ? { ...custom, [name]: value } : custom));
  }

  async remove(on: CustomFieldOwner, name: string): Promise<void> {
    this.#change(on, (custom) => {
      if (!Object.hasOwn(custom, name)) return custom;
      const { [name]: _removed, ...rest } = custom;
      return rest;
    });
  }

  #rows(on: CustomFieldOwner): Iterable<KindRecord> {
    return this.draft.table(ownerOfCustom(on)).rows();
  }

  #change(on: CustomFieldOwner, change: (custom: CustomValues) => CustomValues): void {
    this.draft.locks.require(customFieldsLock);
    const owner = ownerOfCustom(on);
    let table = this.draft.table(owner);
    for (const row of this.#rows(on)) {
      const custom = change(row.custom);
      if (custom !== row.custom) table = table.with({ ...row, custom });
    }
    this.draft.setTable(owner, table);
  }
}
