import type { CustomFieldReader, CustomFieldRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import { customFieldsLock } from '../records/locks.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';

export class MemoryCustomFieldReader implements CustomFieldReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(on?: CustomFieldOwner): Promise<CustomField[]> {
    const fields = [...this.#source.state.customFields.rows()].map(({ value }) => value);
    return on === undefined ? fields : fields.filter((field) => field.on === on);
  }
}

export class MemoryCustomFieldRepository extends MemoryCustomFieldReader implements CustomFieldRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async lock(): Promise<void> {
    this.#draft.locks.note(customFieldsLock);
  }

  async save(field: CustomField): Promise<void> {
    this.#draft.locks.require(customFieldsLock);
    this.#draft.set({ customFields: saveNumbered(this.#draft.state.customFields, 'name', [field.on, field.name], field) });
  }

  async delete(on: CustomFieldOwner, name: string): Promise<boolean> {
    this.#draft.locks.require(customFieldsLock);
    const customFields = withoutNumbered(this.#draft.state.customFields, 'name', [on, name]);
    if (customFields) this.#draft.set({ customFields });
    return customFields !== undefined;
  }
}
