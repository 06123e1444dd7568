/** A path as the description names it: segments, names in braces. */
export interface PathTemplate {
  readonly path: string;
  /** The names in it, in their order. */
  readonly names: readonly string[];
}

/**
 * The paths that a route's pattern stands for: with and without what is optional; what a pattern ignores behind that is left out.
 * @param base below the application, e.g. `/subnets`
 */
export function pathTemplates(base: string, pattern: string): readonly PathTemplate[] {
  return variantsOf(pattern).map((variant) => {
    const segments = `${base}${variant}`.split('/').filter((segment) => segment !== '');
    const named = segments.map((segment) => (segment.startsWith(':') ? `{${segment.slice(1)}}` : segment));
    return {
      path: `/${named.map((segment) => `${segment}/`).join('')}`,
      names: segments.flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : [])),
    };
  });
}

/**
 * A pattern without its braces: each part within them is there or not, and without one none behind it is there; parts that take
 * whatever follows are never.
 */
function variantsOf(pattern: string): string[] {
  const [, before = '', optional, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (optional === undefined) return [pattern];
  const without = before + after.replace(/\{[^}]*\}/g, '');
  return optional.includes('*') ? [without] : [without, ...variantsOf(before + optional + after)];
}
