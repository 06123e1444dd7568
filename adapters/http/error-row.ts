/**
 * A message for given details: a template with their names in braces, e.g. `{name} is required`, or a function. `{name:64}` is an
 * excerpt of the value.
 */
export type ErrorText<D> = string | ((details: D) => string);

/** Status, English text, German text, and Retry-After in seconds of an error. */
export type ErrorRow<D> = readonly [
  status: number,
  english: ErrorText<D>,
  german: ErrorText<D>,
  retryAfter?: number | ((details: D) => number),
];

type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Plain}:64` ? Plain : Name) | NamesIn<Rest>
  : never;

/** The details of a row: those of its function, or the names in its templates. */
export type DetailsOf<R> = R extends readonly [unknown, (details: infer D) => string, ...unknown[]]
  ? D
  : R extends readonly [unknown, infer E, infer G, ...unknown[]]
    ? { readonly [N in NamesIn<E> | NamesIn<G>]: number | string }
    : never;

export type ErrorRows<D> = { readonly [C in keyof D]: ErrorRow<D[C]> };

/** Never for a row with a template that names a missing detail. */
type Sound<R, D> = R extends readonly [unknown, infer E, infer G, ...unknown[]]
  ? [NamesIn<E> | NamesIn<G>] extends [keyof D]
    ? R
    : never
  : never;

/** Declares the rows of errors with their details. A template that names a missing detail does not compile. */
export const errorRows =
  <D>() =>
  <const R extends ErrorRows<D>>(rows: R & { readonly [C in keyof D]: Sound<R[C], D[C]> }): ErrorRows<D> =>
    rows;

/** Maximum length of an excerpt in a message, in characters. */
const maxExcerpt = 64;

export const excerpt = (text: string): string =>
  [...text].length > maxExcerpt ? `${[...text].slice(0, maxExcerpt).join('')}...` : text;

const placeholder = /\{(\w+)(:64)?\}/g;

/** Returns the message for details. */
export function messageOf<D extends object>(text: ErrorText<D>, details: D): string {
  if (typeof text === 'function') return text(details);
  const values = new Map<string, unknown>(Object.entries(details));
  return text.replace(placeholder, (_, name: string, mark?: string) => {
    const value = String(values.get(name));
    return mark ? excerpt(value) : value;
  });
}

/** Returns the template as clients read it in the OpenAPI description: without the marks of excerpts. */
export const plainTemplate = (template: string): string => template.replace(placeholder, '{$1}');

/** The header `Hexipam-Language` of a request: `de` for German messages, otherwise English ones. */
export type LanguageHeader = string | readonly string[] | undefined;
