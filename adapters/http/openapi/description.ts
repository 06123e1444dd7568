import type { Schema } from './schema.js';

export type ApiDescription = Schema;

/** A form of the values on the wire; each has a document of its own. */
export type Dialect = 'numbers' | 'strings';

export interface DescriptionOptions {
  readonly version: string;
  /** The mount path; '' by default. */
  readonly basePath?: string;
  /** Whether the listeners publish metrics; false by default. */
  readonly hasMetrics?: boolean;
  /** Yields to the event loop: the description takes some tenths of a second. */
  readonly pause?: () => Promise<void>;
}
