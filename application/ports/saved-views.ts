import type { SavedView } from '../../domain/access/saved-view.js';

export interface SavedViewReader {
  /** The views of a user and all shared views, by id. */
  list(userId: number): Promise<SavedView[]>;
  find(id: number): Promise<SavedView | undefined>;
}

export interface SavedViewRepository extends SavedViewReader {
  insert(view: Omit<SavedView, 'id'>): Promise<number>;
  update(view: SavedView): Promise<void>;
  delete(id: number): Promise<boolean>;
}
