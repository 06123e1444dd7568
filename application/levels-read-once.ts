import type { LevelSource } from './caller.js';
import { once } from './once.js';

/** Caches sections and ancestors of subnets, for work on many records. */
export const levelsReadOnce = (source: LevelSource): LevelSource => ({
  sections: { find: once((id: number) => source.sections.find(id)) },
  subnets: { ancestorIds: once((id: number) => source.subnets.ancestorIds(id)) },
});
