/** A subnet with the one right above it. */
export interface TreeNode {
  readonly id: number;
  readonly masterId: number | null;
}

/**
 * Ids of a tree of subnets, parent by parent: each subnet is followed by all that is below it.
 * @param root the subnet at the top
 * @param nodes the whole tree; siblings in their order, which stays
 * @returns each id once; nodes that hang on no other one are left out
 */
export function treeOrder(root: number, nodes: Iterable<TreeNode>): number[] {
  const children = new Map<number, number[]>();
  for (const { id, masterId } of nodes) {
    if (id === root || masterId === null) continue;
    const known = children.get(masterId);
    if (known) known.push(id);
    else children.set(masterId, [id]);
  }
  const ordered: number[] = [];
  const next = [root];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    ordered.push(id);
    const below = children.get(id) ?? [];
    children.delete(id); // a circle ends here
    for (let index = below.length - 1; index >= 0; index--) next.push(below[index] ?? 0);
  }
  return ordered;
}
