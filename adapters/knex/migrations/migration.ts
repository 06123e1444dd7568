/** One step of the schema. A migration that has been released is never changed: what has to change is a new one. */
export interface Migration {
  readonly name: string;
  /** Statements separated by semicolons. */
  readonly sql: string;
  /** Whether it reads what is stored by the clocks of the service's time zone: the session's zone is that one from then on. */
  readonly inZoneOfService?: true;
}
