import type { SavedView } from '../../domain/access/saved-view.js';

/** Reads saved views of the console. */
export interface SavedViewReader {
  /** The views of a user and all shared ones, by id. */
  list(userId: number): Promise<SavedView[]>;
  find(id: number): Promise<SavedView | undefined>;
}

/** Stores saved views. Those of a user are deleted with the user. */
export interface SavedViewRepository extends SavedViewReader {
  /** @returns the id */
  insert(view: Omit<SavedView, 'id'>): Promise<number>;
  /** Replaces the view with the id. */
  update(view: SavedView): Promise<void>;
  /** @returns whether it existed */
  delete(id: number): Promise<boolean>;
}
