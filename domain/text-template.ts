/**
 * A text for given details: a template with their names in braces, e.g. `{name} is required`, or a function. `{name:64}` is an
 * excerpt of the value.
 */
export type TextOf<D> = string | ((details: D) => string);

/** The names of details in a template. */
export type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Plain}:64` ? Plain : Name) | NamesIn<Rest>
  : never;

/** Texts by code, for details by code. */
export type Texts<D> = { readonly [C in keyof D]: TextOf<D[C]> };

/** Never for a template that names a missing detail. */
type Sound<T, D> = [NamesIn<T>] extends [keyof D] ? T : never;

/** Declares texts for details. A template that names a missing detail does not compile. */
export const textsFor =
  <D>() =>
  <const T extends Partial<Texts<D>>>(texts: T & { readonly [C in keyof T]: C extends keyof D ? Sound<T[C], D[C]> : never }): T =>
    texts;

/** Maximum length of an excerpt in a text, in characters. */
const maxExcerpt = 64;

export function excerpt(text: string): string {
  const start = [...text.slice(0, 2 * (maxExcerpt + 1))]; // characters have at most two units
  return start.length > maxExcerpt ? `${start.slice(0, maxExcerpt).join('')}...` : text;
}

const placeholder = /\{(\w+)(:64)?\}/g;

/** Returns the text for details. */
export function messageOf<D extends object>(text: TextOf<D>, details: D): string {
  if (typeof text === 'function') return text(details);
  const values = new Map<string, unknown>(Object.entries(details));
  return text.replace(placeholder, (_, name: string, mark?: string) => {
    const value = String(values.get(name));
    return mark ? excerpt(value) : value;
  });
}

/** Returns a template without the marks of excerpts. */
export const plainTemplate = (template: string): string => template.replace(placeholder, '{$1}');
