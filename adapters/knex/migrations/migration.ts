import type { Knex } from 'knex';
import { knex, type Query } from '../sessions/query.js';

/** One step of the schema. A migration that has been released is never changed: what has to change is a new one. */
export interface Migration {
  readonly name: string;
  /** What it runs, in this order. */
  readonly steps: () => readonly (Query | Knex.SchemaBuilder)[];
  /** Whether it reads what is stored by the clocks of the service's time zone: the session's zone is that one from then on. */
  readonly inZoneOfService?: true;
}

/** Everything that a migration runs, one statement each. */
export const queriesOf = ({ steps }: Migration): Query[] =>
  steps().flatMap((step) => ('createTable' in step ? [step.toSQL()].flat().map(({ sql }) => knex.raw(sql)) : [step]));
