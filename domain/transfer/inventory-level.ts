import type { InventoryRight } from '../access/user.js';

/**
 * The highest inventory right within the levels of single kinds (0 none, 1 read, 2 write, 3 administer).
 * @returns isExact: whether the right equals the levels
 */
export function inventoryRightOf(levels: readonly number[]): { readonly right: InventoryRight; readonly isExact: boolean } {
  const right = levels.length > 0 && levels.every((level) => level >= 2) ? 'write' : 'read';
  return { right, isExact: right === 'write' || levels.every((level) => level === 1) };
}
