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

/** The imports between sibling folders: by parent folder, then from one child folder to another. */
function siblingImports(all: readonly Import[]): Map<string, Map<string, Map<string, string>>> {
  const graphs = new Map<string, Map<string, Map<string, string>>>();
  for (const { from, to } of all) {
    const [source, target] = [from.split('/'), to.split('/')];
    const depth = source.findIndex((segment, index) => segment !== target[index]);
    if (depth >= source.length - 1 || depth >= target.length - 1) continue; // a file directly in the common folder
    const parent = source.slice(0, depth).join('/');
    const graph = graphs.get(parent) ?? graphs.set(parent, new Map()).get(parent);
    const [child = '', sibling = ''] = [source[depth], target[depth]];
    const edges = graph?.get(child) ?? graph?.set(child, new Map()).get(child);
    edges?.set(sibling, `${from} -> ${to}`);
  }
  return graphs;
}

/** @returns the sibling folders that a folder imports, directly or indirectly */
function reachable(graph: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const next of graph.get(folder)?.keys() ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
  return seen;
}

/** The imports that close a cycle between sibling folders, each as `file -> file`. */
const circularImports = (all: readonly Import[]): string[] =>
  [...siblingImports(all).values()].flatMap((graph) =>
    [...graph].flatMap(([folder, edges]) =>
      [...edges].filter(([sibling]) => reachable(graph, sibling).has(folder)).map(([, example]) => example),
    ),
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
});
