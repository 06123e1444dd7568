import type { Knex } from 'knex';
import { knex, type Query } from '../sessions/sql.js';

/** One step of the schema. A released migration never changes; changes need a new one. */
export interface Migration {
  readonly name: string;
  /** Statements in order. */
  readonly steps: () => readonly (Query | Knex.SchemaBuilder)[];
  /** Whether the session's time zone must be that of the service, from this migration on. */
  readonly inZoneOfService?: true;
}

/** The statements of a migration. */
export const queriesOf = ({ steps }: Migration): Query[] =>
  steps().flatMap((step) => ('createTable' in step ? [step.toSQL()].flat().map(({ sql }) => knex.raw(sql)) : [step]));
