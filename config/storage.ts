import { createMemoryDatabase } from '../adapters/memory/index.js';
import type { Readers, UnitOfWork } from '../application/ports/unit-of-work.js';

/** An open database. */
export interface Database {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  /** Brings it up to date. @returns what was done, in order */
  migrate(): Promise<readonly string[]>;
  /** @throws when it does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database of an address. */
export async function openStorage(_url: string): Promise<Database> {
  const memory = createMemoryDatabase();
  return { ...memory, migrate: async () => [] };
}
