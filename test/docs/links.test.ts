import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: readonly string[] };
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');

/** Targets of the links of a document, without those of other sites. */
const linksIn = (document: string): string[] =>
  [
    ...textOf(document)
      .replace(/```.*?```/gs, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Anchors of the headings of a document, as GitHub makes them. */
const anchorsOf = (document: string): string[] =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

const isPublished = (path: string): boolean => files.some((entry) => path === entry || path.startsWith(`${entry}/`));

/** The fault of a link, undefined for a valid one. */
function faultOf(document: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : relative(root, join(root, dirname(document), path));
  if (!existsSync(join(root, target))) return `${document}: ${link} does not exist`;
  if (isPublished(document) && !isPublished(target)) return `${document}: ${link} is not in the package`;
  if (anchor === undefined || statSync(join(root, target)).isDirectory()) return undefined;
  return anchorsOf(target).includes(anchor) ? undefined : `${document}: ${link} has no such heading`;
}

describe('Links of the documents', () => {
  it('lead to existing files and headings, from published documents only to published files', () => {
    const links = documents.flatMap((document) => linksIn(document).map((link) => [document, link] as const));
    expect(links.length).to.be.greaterThan(100);
    expect(links.map(([document, link]) => faultOf(document, link)).filter((fault) => fault !== undefined)).to.deep.equal([]);
  });
});
