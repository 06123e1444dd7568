import type { Knex } from 'knex';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';
import type { DryRunIds } from './new-ids.js';

/** A repository whose statements run in a session. */
export abstract class SessionRepository {
  protected readonly session: Session;
  /** Undefined outside of dry runs. */
  protected readonly dryRunIds: DryRunIds | undefined;

  constructor(session: Session, dryRunIds?: DryRunIds) {
    this.session = session;
    this.dryRunIds = dryRunIds;
  }

  /** @returns the id of the new row */
  protected async insertRow(table: string, row: object): Promise<number> {
    const input = { ...this.dryRunIds?.column, ...row };
    const added = await this.session.row<{ id: number }>(knex(table).insert(input).returning('id'));
    if (!added) throw new Error('an insert returned no id');
    return added.id;
  }

  /** Deletes the selected rows. @returns their number */
  protected async deleteRows(rows: Knex.QueryBuilder): Promise<number> {
    return (await this.session.rows(rows.delete().returning(knex.raw('1')))).length;
  }

  /** Updates the selected rows. @returns their number */
  protected async updateRows(rows: Knex.QueryBuilder, values: object): Promise<number> {
    return (await this.session.rows(rows.update(values).returning(knex.raw('1')))).length;
  }
}
