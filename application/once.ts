import type { LevelSource } from './caller.js';

/** Caches reads by key, including failed ones. */
export function once<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const found = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = found.get(key);
    if (known) return known;
    const value = read(key);
    found.set(key, value);
    return value;
  };
}

/** Caches sections and ancestors of subnets, for work on many records. */
export const levelsReadOnce = (source: LevelSource): LevelSource => ({
  sections: { find: once((id: number) => source.sections.find(id)) },
  subnets: { ancestorIds: once((id: number) => source.subnets.ancestorIds(id)) },
});
