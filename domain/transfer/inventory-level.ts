import { type GivenLevels, hasKindLevel, type KindLevel } from '../access/kind-level.js';

/** 0 none, 1 read, 2 write, 3 administer. */
const levelOfNumber = (level: number): KindLevel => (level >= 2 ? 'write' : level === 1 ? 'read' : 'none');

/**
 * The level on all kinds and the exceptions, from levels of single kinds as numbers. A kind without a number is read, unless all
 * numbers are for writing: then it is written. Names that are no kinds are ignored.
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
