import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

const maxWords = 40;
const maxLines = 8;
const lineLength = 100;

const folders = ['domain', 'application', 'adapters', 'config', 'test', 'bench', 'examples'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
const sources = files.filter((name) => /\.tsx?$/.test(name));
const source = sources.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');

const pictures = [...document.matchAll(/```mermaid\n(.*?)```/gs)].map(([, text = '']) => text);
const prose = document.replace(/```.*?```/gs, '');

/** Paragraphs, items of lists, and cells of tables, each on one line. */
const paragraphs = prose
  .split(/\n\s*\n|\n(?=[*|#-])/)
  .flatMap((block) => (block.startsWith('|') ? block.split('|') : [block]))
  .map((block) => block.replaceAll('\n', ' '));

const quoted = [...prose.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

describe('ARCHITECTURE.md', () => {
  it(`opens with a glossary of ${maxWords} words at most`, () => {
    const [, glossary = ''] = /^## Words\n(.*?)\n## /ms.exec(document) ?? [];
    const words = glossary.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| word '));
    expect(words.length).to.be.within(20, maxWords);
  });

  it(`has no paragraph of more than ${maxLines} lines`, () => {
    expect(paragraphs.length).to.be.greaterThan(100);
    expect(paragraphs.filter((text) => text.length > maxLines * lineLength)).to.deep.equal([]);
  });

  it('names files and folders that are there', () => {
    const named = quoted.filter((text) => /^[\w./-]+(\.tsx?|\/)$/.test(text) && !text.startsWith('/'));
    expect(named.length).to.be.greaterThan(50);
    const isThere = (name: string): boolean =>
      files.some((file) => `${file}${name.endsWith('/') ? '/' : ''}`.endsWith(name.startsWith('test/') ? name : `/${name}`)) ||
      folders.some((folder) => `${folder}/` === name) ||
      files.some((file) => file === name || `${file}/` === name);
    expect(named.filter((name) => !isThere(name))).to.deep.equal([]);
  });

  it('names classes, functions and members that are there', () => {
    const named = quoted.filter((text) => /^[A-Za-z]+(\.[a-z][A-Za-z]*)?$/.test(text) && /[a-z][A-Z]|^[A-Z][a-z]/.test(text));
    expect(named.length).to.be.greaterThan(60);
    const missing = named.flatMap((name) => name.split('.')).filter((word) => !new RegExp(`\\b${word}\\b`).test(source));
    expect(missing).to.deep.equal([]);
  });

  it('pictures the imports between the layers as they are', () => {
    const [layers = ''] = pictures;
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

  it('pictures the way of a request by names that are there', () => {
    const [, way = ''] = pictures;
    const calls = [...way.matchAll(/->>\w+: (.+)$/gm)].flatMap(
      ([, text = '']) => text.match(/\b[a-z]+[A-Z]\w*|\b[A-Z]\w+/g) ?? [],
    );
    const participants = [...way.matchAll(/^ *participant (?:\w+ as )?.*?([\w-]+\.ts|[A-Z]\w+)$/gm)].map(([, name = '']) => name);
    expect(participants.length).to.be.at.least(4);
    expect(calls.length).to.be.at.least(6);
    const known = (name: string): boolean =>
      name.endsWith('.ts') ? files.some((file) => file.endsWith(`/${name}`)) : new RegExp(`\\b${name}\\b`).test(source);
    expect([...participants, ...calls].filter((name) => !known(name) && name !== 'POST')).to.deep.equal([]);
  });
});
