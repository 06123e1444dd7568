import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { declaredNames } from './declared-names.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');
const architecture = textOf('ARCHITECTURE.md');
const internals = readdirSync(join(root, 'docs/internals')).map((name) => `docs/internals/${name}`);

const folders = ['domain', 'application', 'adapters', 'config', 'test', 'bench', 'examples', 'deploy', 'packages'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
const sources = files.filter((name) => /\.tsx?$/.test(name));
const declared = declaredNames(sources.filter((name) => !/^(bench|examples)\//.test(name)).map((name) => join(root, name)));

/** Files as paths from the root, and folders with a slash at the end. */
const paths = new Set([
  ...folders.map((folder) => `${folder}/`),
  ...files.flatMap((file) => [file, `${file.slice(0, file.lastIndexOf('/'))}/`]),
]);

const pictures = [...architecture.matchAll(/```mermaid\n(.*?)```/gs)].map(([, text = '']) => text);
const proseOf = (document: string): string => textOf(document).replace(/```.*?```/gs, '');

/** Paragraphs, list items and table rows. */
const blocksOf = (prose: string): string[] => prose.split(/\n\s*\n|\n(?=[*|#-])/);

const quotedIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const isPath = (text: string): boolean => /^[\w./-]+(\.tsx?|\/)$/.test(text) && !text.startsWith('/');

/** The path that a name identifies: a path from the root, or the only product path with this ending. */
function pathOf(name: string): string | undefined {
  if (paths.has(name)) return name;
  const ending = [...paths].filter((path) => path.endsWith(`/${name}`));
  const ofProduct = ending.filter((path) => !path.startsWith('test/'));
  return ofProduct.length === 1 ? ofProduct[0] : ending.length === 1 ? ending[0] : undefined;
}

/** The folders of the paths in a paragraph, and their parents. */
function foldersOf(names: readonly string[]): string[] {
  const within = names.map((name) => pathOf(name)?.replace(/[^/]+$/, '') ?? '').filter((folder) => folder !== '');
  return within.flatMap((folder) => [folder, folder.replace(/[^/]+\/$/, '')]).filter((folder) => folder !== '');
}

/** Names in a paragraph for which no file exists, neither at that path nor below a folder that the paragraph names. */
function lostIn(names: readonly string[]): string[] {
  const known = foldersOf(names);
  const isThere = (name: string): boolean =>
    pathOf(name) !== undefined ||
    [...paths].some((path) => path.endsWith(`/${name}`) && known.some((folder) => path.startsWith(folder)));
  return names.filter((name) => !isThere(name));
}

/** Quoted names of classes, functions and members. */
const namesIn = (prose: string): string[] =>
  quotedIn(prose).filter((text) => /^[A-Za-z]+(\.[a-z][A-Za-z]*)?$/.test(text) && /[a-z][A-Z]|^[A-Z][a-z]/.test(text));

const undeclaredIn = (prose: string): string[] =>
  namesIn(prose)
    .flatMap((name) => name.split('.'))
    .filter((word) => !(word in globalThis) && !declared.has(word));

const lostPathsIn = (prose: string): string[] => blocksOf(prose).flatMap((block) => lostIn(quotedIn(block).filter(isPath)));

describe('docs/internals', () => {
  for (const document of internals)
    it(`quotes existing files and declared names: ${document}`, () => {
      expect(lostPathsIn(proseOf(document))).to.deep.equal([]);
      expect(undeclaredIn(proseOf(document))).to.deep.equal([]);
    });

  it('has a picture on each page', () => {
    for (const document of internals.filter((name) => !name.endsWith('README.md')))
      expect(textOf(document), document).to.match(/^```(mermaid|text)$/m);
  });
});

describe('CONTRIBUTING.md', () => {
  /** Files and names of its examples, which do not exist yet, and folders that commands create. */
  const examples = ['adapters/journal/', 'domain/catalog/kinds/cable.ts', 'site/', 'dist/'];
  const exampleNames = ['utcTimes'];
  const prose = proseOf('CONTRIBUTING.md').replace(/^ {4,}\S.*$/gm, '');

  it('names files and folders that exist', () => {
    const isExample = (name: string): boolean => examples.includes(name) || /NAME|NNNN/.test(name);
    expect(quotedIn(prose).filter(isPath).length).to.be.greaterThan(150);
    expect(lostPathsIn(prose).filter((name) => !isExample(name))).to.deep.equal([]);
  });

  it('names classes, functions and members that are declared', () => {
    expect(namesIn(prose).length).to.be.greaterThan(50);
    expect(undeclaredIn(prose).filter((name) => !exampleNames.includes(name))).to.deep.equal([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const prose = proseOf('ARCHITECTURE.md');

  it('names files and folders that exist', () => {
    expect(quotedIn(prose).filter(isPath).length).to.be.greaterThan(50);
    expect(lostIn(['domain/net/prefix.ts', 'nothing.ts', 'serve.ts'])).to.deep.equal(['nothing.ts', 'serve.ts']);
    expect(lostPathsIn(prose)).to.deep.equal([]);
  });

  it('names classes, functions and members that are declared', () => {
    expect(namesIn(prose).length).to.be.greaterThan(10);
    expect(undeclaredIn(prose)).to.deep.equal([]);
  });

  it('draws the imports between the layers as they are', () => {
    const [, layers = ''] = pictures;
    const drawn = [...layers.matchAll(/^ *(\w+)(?:\[.*?\])? --> (\w+)/gm)].map(([, from, to]) => `${from} -> ${to}`);
    const product = folders.slice(0, 4);
    const imported = sources
      .filter((file) => product.some((folder) => file.startsWith(`${folder}/`)))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'((?:\.\.?\/)[^']+)'/g)].map(
          ([, path = '']) => `${file.split('/')[0]} -> ${join(file, '..', path).split('/')[0]}`,
        ),
      )
      .filter((edge) => product.every((folder) => edge !== `${folder} -> ${folder}`) && !/-> (package|node_modules)/.test(edge));
    expect(drawn.sort()).to.deep.equal([...new Set(imported)].sort());
  });

  it('draws the path of a request with existing names', () => {
    const [, , way = ''] = pictures;
    const calls = [...way.matchAll(/->>\w+: (.+)$/gm)].flatMap(
      ([, text = '']) => text.match(/\b[a-z]+[A-Z]\w*|\b[A-Z]\w+/g) ?? [],
    );
    const participants = [...way.matchAll(/^ *participant (?:\w+ as )?.*?([\w-]+\.ts|[A-Z]\w+)$/gm)].map(([, name = '']) => name);
    expect(participants.length).to.be.at.least(4);
    expect(calls.length).to.be.at.least(6);
    const isFile = (name: string) => [...paths].some((path) => path.endsWith(`/${name}`) && !path.startsWith('test/'));
    const known = (name: string): boolean => (name.endsWith('.ts') ? isFile(name) : declared.has(name));
    expect([...participants, ...calls].filter((name) => !known(name) && name !== 'POST')).to.deep.equal([]);
  });
});
