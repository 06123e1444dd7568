import type { Schema } from './schema.js';

export type ApiDescription = Schema;

/** A dialect of values in answers. Each dialect has its own OpenAPI document. */
export type Dialect = 'numbers' | 'strings';

export interface DescriptionOptions {
  readonly version: string;
  /** The mount path; empty by default. */
  readonly basePath?: string;
  /** Whether the listeners publish metrics; false by default. */
  readonly hasMetrics?: boolean;
  /** Yields to the event loop; the description takes several hundred milliseconds. */
  readonly pause?: () => Promise<void>;
}
