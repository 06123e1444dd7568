import type { SavedViewRepository } from '../../../application/ports/saved-views.js';
import type { SavedView } from '../../../domain/access/saved-view.js';
import type { DryRunIds } from '../inventory/dry-run-ids.js';
import { lookupId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';

const select = () => knex('saved_views').select('id', 'name', 'path', 'shared', { userId: 'user_id' });

export class KnexSavedViewRepository implements SavedViewRepository {
  readonly #session: Session;
  readonly #dryRunIds: DryRunIds | undefined;

  constructor(session: Session, dryRunIds?: DryRunIds) {
    this.#session = session;
    this.#dryRunIds = dryRunIds;
  }

  list(userId: number): Promise<SavedView[]> {
    const visible = select()
      .where({ user_id: lookupId(userId) })
      .orWhere({ shared: true })
      .orderBy('id');
    return this.#session.lookup<SavedView>(visible);
  }

  async find(id: number): Promise<SavedView | undefined> {
    const [view] = await this.#session.lookup<SavedView>(select().where({ id: lookupId(id) }));
    return view;
  }

  async insert({ userId, ...view }: Omit<SavedView, 'id'>): Promise<number> {
    const row = { ...this.#dryRunIds?.column, ...columnsOf(view), user_id: userId };
    const added = await this.#session.row<{ id: number }>(knex('saved_views').insert(row).returning('id'));
    if (!added) throw new Error('an insert returned no id');
    return added.id;
  }

  async update({ id, ...view }: SavedView): Promise<void> {
    await this.#session.rows(knex('saved_views').where({ id }).update(columnsOf(view)));
  }

  async delete(id: number): Promise<boolean> {
    const deleted = await this.#session.rows(
      knex('saved_views')
        .where({ id: lookupId(id) })
        .delete()
        .returning('id'),
    );
    return deleted.length > 0;
  }
}

const columnsOf = ({ name, path, shared }: Pick<SavedView, 'name' | 'path' | 'shared'>) => ({ name, path, shared });
