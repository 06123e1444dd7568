import type { Changes, NewValues, SectionRepository } from '../../../application/ports/inventory/records.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { type StoredQuery, selected } from '../../../domain/listing/list-query.js';
import type { Section } from '../../../domain/section/section.js';
import { deleteRecord } from '../records/deletion.js';
import { referenceIndex } from '../records/owners.js';
import { insertRecord, sectionOf, unflatten, updateRecord } from '../records/records.js';
import { MemoryRepository } from '../records/state.js';
import { stream } from '../records/stream.js';
import { byAll, byteLength, compareBytewise, foldCase, nullFirst } from '../records/text-order.js';
import { seesSection } from './visibility.js';

const listOrder = byAll<Section>(
  (a, b) => nullFirst<number>((x, y) => x - y)(a.order, b.order),
  (a, b) => byteLength(a.name) - byteLength(b.name),
  (a, b) => compareBytewise(a.name, b.name),
);

export class MemorySectionRepository extends MemoryRepository implements SectionRepository {
  async find(id: number): Promise<Section | undefined> {
    const row = this.#table.get(id);
    return row && sectionOf(row);
  }

  async findByName(name: string): Promise<Section | undefined> {
    const row = this.#table.firstUnder('name', [foldCase(name)]);
    return row && sectionOf(row);
  }

  list(viewer?: Principal, listQuery?: StoredQuery): AsyncIterable<Section> {
    return stream(this.#listed(viewer, listQuery));
  }

  async count(viewer?: Principal, listQuery?: StoredQuery): Promise<number> {
    return this.#listed(viewer, listQuery).length;
  }

  #listed(viewer: Principal | undefined, listQuery: StoredQuery | undefined): Section[] {
    const rows = listQuery ? selected(this.#table.rows(), listQuery) : [...this.#table.rows()];
    const sections = rows.map((row) => sectionOf(row)).filter((section) => seesSection(viewer, section));
    return listQuery ? sections : sections.sort(listOrder);
  }

  async hasChildren(id: number): Promise<boolean> {
    return this.#table.firstUnder(referenceIndex('masterSection'), [id]) !== undefined;
  }

  get #table() {
    return this.draft.state.records.section;
  }

  async lock(id: number): Promise<Section | undefined> {
    const found = await this.find(id);
    if (found) this.draft.locks.noteRow('section', id);
    return found;
  }

  async insert(values: NewValues<Section>): Promise<number> {
    const record = unflatten(values);
    return insertRecord(this.draft, 'section', record.values, record.custom);
  }

  async update(id: number, changes: Changes<Section>): Promise<void> {
    const record = unflatten(changes);
    updateRecord(this.draft, 'section', id, record.values, record.custom);
  }

  async delete(id: number): Promise<boolean> {
    return deleteRecord(this.draft, 'section', id);
  }
}
