import type { SavedViewReader, SavedViewRepository } from '../../../application/ports/saved-views.js';
import type { SavedView } from '../../../domain/access/saved-view.js';
import type { Draft, Source } from '../records/state.js';

export class MemorySavedViewReader implements SavedViewReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(userId: number): Promise<SavedView[]> {
    return [...this.#source.state.savedViews.rows()].filter((view) => view.shared || view.userId === userId);
  }

  async find(id: number): Promise<SavedView | undefined> {
    return this.#source.state.savedViews.get(id);
  }
}

export class MemorySavedViewRepository extends MemorySavedViewReader implements SavedViewRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async insert(view: Omit<SavedView, 'id'>): Promise<number> {
    const { savedViews } = this.#draft.state;
    const id = savedViews.nextId;
    this.#draft.set({ savedViews: savedViews.with({ ...view, id }) });
    return id;
  }

  async update(view: SavedView): Promise<void> {
    const { savedViews } = this.#draft.state;
    const stored = savedViews.get(view.id);
    if (stored) this.#draft.set({ savedViews: savedViews.with({ ...view, userId: stored.userId }) });
  }

  async delete(id: number): Promise<boolean> {
    const { savedViews } = this.#draft.state;
    if (!savedViews.get(id)) return false;
    this.#draft.set({ savedViews: savedViews.without(id) });
    return true;
  }
}
