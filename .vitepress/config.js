/** The documents as a static site: npm run docs writes it to site/. A dead link fails the build. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { description, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const titleOf = (file) => /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? basename(file, '.md');

/** Pages of a folder in the order of the links of its index. */
function pagesOf(folder) {
  const index = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const names = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
  const others = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return [...new Set([...names, ...others])].map((name) => ({
    text: titleOf(`${folder}/${name}`),
    link: `/${folder}/${name.replace(/\.md$/, '')}`,
  }));
}

const part = (text, folder, collapsed = false) => ({ text, link: `/${folder}/`, collapsed, items: pagesOf(folder) });

/** Links to the README of a folder lead to the folder; links to files that are no pages leave the site's router alone. */
function links(markdown) {
  markdown.core.ruler.push('links', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null || /^([a-z]+:|#)/.test(href)) continue;
      if (/(^|\/)README\.md(#|$)/.test(href)) token.attrSet('href', href.replace('README.md', '') || './');
      else if (!/(\.md|\/)(#|$)/.test(href)) token.attrSet('target', '_self');
    }
  });
}

/** Code blocks of the language mermaid become diagrams in the browser. */
function diagrams(markdown) {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== 'mermaid') return fence(tokens, index, ...rest);
    return `<pre class="mermaid" v-pre>${markdown.utils.escapeHtml(content)}</pre>\n`;
  };
}

// biome-ignore lint/style/noDefaultExport: VitePress reads it
export default {
  title: 'Hexipam',
  description,
  srcExclude: ['**/node_modules/**', 'dist/**', 'site/**', 'packages/*/{src,.venv,tests}/**', 'test/**', 'coverage/**'],
  rewrites: { 'README.md': 'index.md', ':folder(.*)/README.md': ':folder/index.md' },
  outDir: 'site',
  cacheDir: 'dist/.vitepress',
  cleanUrls: false,
  markdown: {
    config: (markdown) => {
      links(markdown);
      diagrams(markdown);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/docs/guides/' },
      { text: 'Reference', link: '/docs/reference/' },
      { text: 'Architecture', link: '/ARCHITECTURE' },
      { text: version, link: '/CHANGELOG' },
    ],
    sidebar: [
      { text: 'Overview', link: '/' },
      part('Guides', 'docs/guides'),
      part('Reference', 'docs/reference'),
      part('Internals', 'docs/internals', true),
      part('Decisions', 'docs/decisions', true),
      {
        text: 'Project',
        items: ['ARCHITECTURE', 'CONTRIBUTING', 'SECURITY', 'CHANGELOG'].map((name) => ({
          text: titleOf(`${name}.md`),
          link: `/${name}`,
        })),
      },
    ],
  },
  /** Copies files that pages link to and that are no pages. */
  buildEnd({ outDir }) {
    const isFile = (name) => !name.endsWith('.md');
    for (const path of ['LICENSE', 'examples', 'docs/reference'])
      cpSync(join(root, path), join(outDir, path), { recursive: true, filter: isFile });
  },
};
