import { from0001 } from './from-0001.js';
import { from0003 } from './from-0003.js';
import { from0011 } from './from-0011.js';
import { from0020 } from './from-0020.js';
import { from0032 } from './from-0032.js';
import { from0041 } from './from-0041.js';
import type { Migration } from './migration.js';

/** All migrations in order; append only. The number of a migration is its position, from 1. */
export const migrations: readonly Migration[] = [...from0001, ...from0003, ...from0011, ...from0020, ...from0032, ...from0041];
