import { type GivenLevels, hasKindLevel, type KindLevel } from '../access/kind-level.js';

const levelOfNumber = (level: number): KindLevel => (level >= 2 ? 'write' : level === 1 ? 'read' : 'none');

/**
 * Converts numeric levels of single kinds (0 none, 1 read, 2 write, 3 administer) into one level for all kinds and the exceptions
 * to it. A kind without a number gets level `write` if all given numbers are 2 or more, otherwise `read`. Names that are no kinds
 * are ignored.
 */
export function importedLevels(numbers: Readonly<Record<string, number>>): Required<GivenLevels> {
  const given = Object.entries(numbers).filter(([kind]) => hasKindLevel(kind));
  const isWriting = given.length > 0 && given.every(([, level]) => level >= 2);
  const inventory = isWriting ? 'write' : 'read';
  const exceptions = given
    .map(([kind, level]) => [kind, levelOfNumber(level)] as const)
    .filter(([, level]) => level !== inventory);
  return { inventory, levels: exceptions.map(([kind, level]) => `${kind}:${level}`) };
}
