/** The default theme, with diagrams: the library is loaded by pages that have some. */
import libraryUrl from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';
import { onContentUpdated } from 'vitepress';
import theme from 'vitepress/theme';

let library;

function loadLibrary() {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = libraryUrl;
    script.onload = () => resolve(globalThis.mermaid);
    script.onerror = reject;
    document.head.append(script);
  });
  return library;
}

async function drawDiagrams() {
  const nodes = document.querySelectorAll('pre.mermaid:not([data-processed])');
  if (nodes.length === 0) return;
  const mermaid = await loadLibrary();
  const isDark = document.documentElement.classList.contains('dark');
  mermaid.initialize({ startOnLoad: false, theme: isDark ? 'dark' : 'neutral' });
  await mermaid.run({ nodes });
}

// biome-ignore lint/style/noDefaultExport: VitePress reads it
export default {
  ...theme,
  setup() {
    onContentUpdated(drawDiagrams);
  },
};
