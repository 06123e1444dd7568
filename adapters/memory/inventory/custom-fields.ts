import type { CustomFieldRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import { customFieldsLock } from '../records/locks.js';
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
