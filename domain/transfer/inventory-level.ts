import { hasKindLevel, type KindLevel, type LevelDefinition } from '../access/kind-level.js';

const levelOfNumber = (level: number): KindLevel => (level >= 2 ? 'write' : level === 1 ? 'read' : 'none');

/**
 * Converts numeric levels by kind (0 none, 1 read, 2 write, 3 administer) to one level for all kinds and exceptions. A kind
 * without a number gets level `write` if all numbers are 2 or more, otherwise `read`. Unknown kinds are ignored.
 */
export function importedLevels(numbers: Readonly<Record<string, number>>): Required<LevelDefinition> {
  const levels = Object.entries(numbers).filter(([kind]) => hasKindLevel(kind));
  const isWriting = levels.length > 0 && levels.every(([, level]) => level >= 2);
  const inventory = isWriting ? 'write' : 'read';
  const exceptions = levels
    .map(([kind, level]) => [kind, levelOfNumber(level)] as const)
    .filter(([, level]) => level !== inventory);
  return { inventory, levels: exceptions.map(([kind, level]) => `${kind}:${level}`) };
}
