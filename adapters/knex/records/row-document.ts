import type { Row } from '../sessions/session.js';

/**
 * A statement that gives the rows of another in one JSON document, in their order: for the many rows of a list the driver takes
 * much more time to read each of them than the runtime takes for the document. Times must be selected as text.
 */
export const inOneDocument = (sql: string): string => `select json_agg(selected) as rows from (${sql}) selected`;

/** The rows that a statement of `inOneDocument` gave. */
export const documentRows = ([document]: readonly Row[]): readonly Row[] => (document?.rows as readonly Row[] | null) ?? [];
