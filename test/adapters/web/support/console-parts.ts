import { build } from 'vite';

/**
 * Builds a file of the console that needs no browser, and imports it. The console is a separate project, so that tests cannot
 * import it directly. `T` declares its exports.
 * @param path below adapters/web/console
 */
export async function consolePart<T>(path: string): Promise<T> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"development"' }, // texts are compiled when they are read
    ssr: { noExternal: true },
    build: { ssr: `adapters/web/console/${path}`, write: false, minify: false },
  });
  if (!('output' in built)) throw new Error(`${path} was not packed`);
  const part: T = await import(`data:text/javascript,${encodeURIComponent(built.output[0].code)}`);
  return part;
}
