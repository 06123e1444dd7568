export type Compare<K> = (a: K, b: K) => number;

interface Node<K, V> {
  readonly key: K;
  readonly value: V;
  readonly size: number;
  readonly left: Tree<K, V>;
  readonly right: Tree<K, V>;
}

type Tree<K, V> = Node<K, V> | undefined;

const sizeOf = <K, V>(tree: Tree<K, V>): number => tree?.size ?? 0;

const join = <K, V>(key: K, value: V, left: Tree<K, V>, right: Tree<K, V>): Node<K, V> => ({
  key,
  value,
  size: sizeOf(left) + sizeOf(right) + 1,
  left,
  right,
});

/** Maximum weight ratio of sibling subtrees, and the threshold of a double rotation (Hirai and Yamamoto 2011). */
const heaviest = 3;
const rotationWeight = 2;

/** Joins two trees. Either tree may be unbalanced by one insertion or deletion. */
function balance<K, V>(key: K, value: V, left: Tree<K, V>, right: Tree<K, V>): Node<K, V> {
  const [l, r] = [sizeOf(left), sizeOf(right)];
  if (l + r > 1) {
    if (right && r > heaviest * l) return rotateLeft(key, value, left, right);
    if (left && l > heaviest * r) return rotateRight(key, value, left, right);
  }
  return join(key, value, left, right);
}

function rotateLeft<K, V>(key: K, value: V, left: Tree<K, V>, right: Node<K, V>): Node<K, V> {
  const inner = right.left;
  if (!inner || inner.size < rotationWeight * sizeOf(right.right)) {
    return join(right.key, right.value, join(key, value, left, inner), right.right);
  }
  const outer = join(right.key, right.value, inner.right, right.right);
  return join(inner.key, inner.value, join(key, value, left, inner.left), outer);
}

function rotateRight<K, V>(key: K, value: V, left: Node<K, V>, right: Tree<K, V>): Node<K, V> {
  const inner = left.right;
  if (!inner || inner.size < rotationWeight * sizeOf(left.left)) {
    return join(left.key, left.value, left.left, join(key, value, inner, right));
  }
  const outer = join(left.key, left.value, left.left, inner.left);
  return join(inner.key, inner.value, outer, join(key, value, inner.right, right));
}

function withEntry<K, V>(tree: Tree<K, V>, key: K, value: V, compare: Compare<K>): Node<K, V> {
  if (!tree) return join(key, value, undefined, undefined);
  const order = compare(key, tree.key);
  if (order < 0) return balance(tree.key, tree.value, withEntry(tree.left, key, value, compare), tree.right);
  if (order > 0) return balance(tree.key, tree.value, tree.left, withEntry(tree.right, key, value, compare));
  return join(key, value, tree.left, tree.right);
}

function withoutEntry<K, V>(tree: Tree<K, V>, key: K, compare: Compare<K>): Tree<K, V> {
  if (!tree) return undefined;
  const order = compare(key, tree.key);
  if (order < 0) return balance(tree.key, tree.value, withoutEntry(tree.left, key, compare), tree.right);
  if (order > 0) return balance(tree.key, tree.value, tree.left, withoutEntry(tree.right, key, compare));
  if (!tree.right) return tree.left;
  const next = lowest(tree.right);
  return balance(next.key, next.value, tree.left, withoutLowest(tree.right));
}

function lowest<K, V>(tree: Node<K, V>): Node<K, V> {
  let node = tree;
  while (node.left) node = node.left;
  return node;
}

const withoutLowest = <K, V>(tree: Node<K, V>): Tree<K, V> =>
  tree.left ? balance(tree.key, tree.value, withoutLowest(tree.left), tree.right) : tree.right;

/** An immutable weight-balanced tree, whose versions share nodes. A change takes logarithmic time; each version is a snapshot. */
export class SortedMap<K, V> {
  readonly #root: Tree<K, V>;
  readonly #compare: Compare<K>;

  private constructor(root: Tree<K, V>, compare: Compare<K>) {
    this.#root = root;
    this.#compare = compare;
  }

  static empty<K, V>(compare: Compare<K>): SortedMap<K, V> {
    return new SortedMap<K, V>(undefined, compare);
  }

  get size(): number {
    return sizeOf(this.#root);
  }

  get(key: K): V | undefined {
    let node = this.#root;
    while (node) {
      const order = this.#compare(key, node.key);
      if (order === 0) return node.value;
      node = order < 0 ? node.left : node.right;
    }
    return undefined;
  }

  with(key: K, value: V): SortedMap<K, V> {
    return new SortedMap(withEntry(this.#root, key, value, this.#compare), this.#compare);
  }

  without(key: K): SortedMap<K, V> {
    return new SortedMap(withoutEntry(this.#root, key, this.#compare), this.#compare);
  }

  /** Number of keys below `key`. */
  rank(key: K): number {
    let rank = 0;
    for (let node = this.#root; node; ) {
      if (this.#compare(key, node.key) <= 0) node = node.left;
      else {
        rank += sizeOf(node.left) + 1;
        node = node.right;
      }
    }
    return rank;
  }

  /** Binary search. The condition must also be true for all later entries. @param holds called with a key and its rank */
  firstWhere(holds: (key: K, rank: number) => boolean): readonly [K, V] | undefined {
    let found: Tree<K, V>;
    let below = 0;
    for (let node = this.#root; node; ) {
      const rank = below + sizeOf(node.left);
      if (holds(node.key, rank)) {
        found = node;
        node = node.left;
      } else {
        below = rank + 1;
        node = node.right;
      }
    }
    return found && [found.key, found.value];
  }

  before(key: K): readonly [K, V] | undefined {
    let found: Tree<K, V>;
    for (let node = this.#root; node; ) {
      const isBelow = this.#compare(node.key, key) < 0;
      if (isBelow) found = node;
      node = isBelow ? node.right : node.left;
    }
    return found && [found.key, found.value];
  }

  /** Entries from the first key at or above `from`, ascending. Without `from`, all entries. */
  *entries(from?: K): Generator<readonly [K, V], void, undefined> {
    const pending: Node<K, V>[] = [];
    for (let node = this.#root; node; ) {
      const below = from !== undefined && this.#compare(node.key, from) < 0;
      if (!below) pending.push(node);
      node = below ? node.right : node.left;
    }
    for (let next = pending.pop(); next; next = pending.pop()) {
      yield [next.key, next.value];
      for (let node = next.right; node; node = node.left) pending.push(node);
    }
  }
}
