/** A path of the OpenAPI description, with parameter names in braces. */
export interface PathTemplate {
  readonly path: string;
  readonly names: readonly string[];
}

/**
 * Returns the paths of a route's pattern, with and without its optional parts, and without ignored trailing segments.
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
 * Returns the variants of a pattern without braces. Omitting an optional part omits all later ones; wildcards are always omitted.
 */
function variantsOf(pattern: string): string[] {
  const [, before = '', optional, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (optional === undefined) return [pattern];
  const without = before + after.replace(/\{[^}]*\}/g, '');
  return optional.includes('*') ? [without] : [without, ...variantsOf(before + optional + after)];
}

/** Whether a path segment has the format of a number, like ids. */
export const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text);
