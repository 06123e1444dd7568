import type { LevelSource } from './caller.js';
import { once } from './once.js';

/** Reads the sections of subnets, and what is above subnets, once each: for work on many records. */
export const levelsReadOnce = (source: LevelSource): LevelSource => ({
  sections: { find: once((id: number) => source.sections.find(id)) },
  subnets: { ancestorIds: once((id: number) => source.subnets.ancestorIds(id)) },
});
