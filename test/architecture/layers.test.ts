import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** One import between files of the product, as paths from the root. */
interface Import {
  readonly from: string;
  readonly to: string;
}

const files = ['domain', 'application', 'adapters', 'config'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated/'))
    .map((name) => join(folder, name)),
);

/** @returns the source file that an import specifier means; undefined for stylesheets and the like */
function targetOf(file: string, specifier: string): string | undefined {
  const path = join(dirname(file), specifier);
  const candidates = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), `${path}.ts`, `${path}.tsx`];
  return candidates.find((candidate) => /\.tsx?$/.test(candidate) && existsSync(join(root, candidate)));
}

const imports: readonly Import[] = files.flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].flatMap(([, specifier = '']) => {
    const to = targetOf(from, specifier);
    return to ? [{ from, to }] : [];
  }),
);

/** The imports within a folder: by folder, then from one child, a folder or a file, to another. */
function siblingImports(all: readonly Import[]): Map<string, Map<string, Map<string, string>>> {
  const graphs = new Map<string, Map<string, Map<string, string>>>();
  for (const { from, to } of all) {
    const [source, target] = [from.split('/'), to.split('/')];
    const depth = source.findIndex((segment, index) => segment !== target[index]);
    const parent = source.slice(0, depth).join('/');
    const graph = graphs.get(parent) ?? graphs.set(parent, new Map()).get(parent);
    const [child = '', sibling = ''] = [source[depth], target[depth]];
    const edges = graph?.get(child) ?? graph?.set(child, new Map()).get(child);
    edges?.set(sibling, `${from} -> ${to}`);
  }
  return graphs;
}

/** @returns the siblings that a folder or file imports, directly or indirectly */
function reachable(graph: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let child = open.pop(); child !== undefined; child = open.pop())
    for (const next of graph.get(child)?.keys() ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
  return seen;
}

const isFolder = (child: string): boolean => !/\.tsx?$/.test(child);

/** The imports of each cycle with at least two sibling folders, each as `file -> file`. A cycle may lead through files beside them. */
const circularImports = (all: readonly Import[]): string[] =>
  [...siblingImports(all).values()].flatMap((graph) =>
    [...graph].flatMap(([child, edges]) => {
      const cycle = new Set([...reachable(graph, child)].filter((other) => reachable(graph, other).has(child)));
      if ([...cycle].filter(isFolder).length < 2) return [];
      return [...edges].filter(([sibling]) => cycle.has(sibling)).map(([, example]) => example);
    }),
  );

describe('Folders of the product', () => {
  it('are layers: no sibling folders import each other, directly or through others, types included', () => {
    expect(imports.length).to.be.greaterThan(3000);
    expect(circularImports(imports)).to.deep.equal([]);
  });

  it('are reported for a cycle of three folders', () => {
    const circle = [
      { from: 'domain/a/x.ts', to: 'domain/b/y.ts' },
      { from: 'domain/b/z.ts', to: 'domain/c/deep/x.ts' },
      { from: 'domain/c/y.ts', to: 'domain/a/deep/z.ts' },
    ];
    expect(circularImports(circle)).to.have.length(3);
    expect(circularImports(circle.slice(0, 2))).to.deep.equal([]);
  });

  it('are reported for a cycle through a file beside them', () => {
    const circle = [
      { from: 'domain/a/x.ts', to: 'domain/b/y.ts' },
      { from: 'domain/b/z.ts', to: 'domain/shared.ts' },
      { from: 'domain/shared.ts', to: 'domain/a/deep/z.ts' },
    ];
    expect(circularImports(circle)).to.have.length(3);
    expect(circularImports(circle.slice(1))).to.deep.equal([]);
  });
});
