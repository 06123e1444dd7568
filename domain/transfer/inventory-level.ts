import type { InventoryRight } from '../access/user.js';

/**
 * The right to write inventory that comes nearest to levels of single sorts of records (0 none, 1 read, 2 write, 3 administer),
 * without being more than any of them.
 * @returns isExact: whether the levels say the same
 */
export function inventoryRightOf(levels: readonly number[]): { readonly right: InventoryRight; readonly isExact: boolean } {
  const right = levels.length > 0 && levels.every((level) => level >= 2) ? 'write' : 'read';
  return { right, isExact: right === 'write' || levels.every((level) => level === 1) };
}
