import { append } from '../grouping.js';

export interface TreeNode {
  readonly id: number;
  readonly masterId: number | null;
}

/** Depth-first. Returns each id once, and omits nodes outside of the tree. @param nodes siblings keep their order */
export function treeOrder(root: number, nodes: Iterable<TreeNode>): number[] {
  const children = new Map<number, number[]>();
  for (const { id, masterId } of nodes) {
    if (id === root || masterId === null) continue;
    append(children, masterId, id);
  }
  const ordered: number[] = [];
  const next = [root];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    ordered.push(id);
    const below = children.get(id) ?? [];
    children.delete(id); // breaks a cycle
    for (let index = below.length - 1; index >= 0; index--) next.push(below[index] ?? 0);
  }
  return ordered;
}
