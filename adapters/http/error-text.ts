/** A message for given details. */
export type ErrorText<D> = string | ((details: D) => string);

/** Maximum length of a value quoted in a message, in characters. */
const maxExcerpt = 64;

export const excerpt = (text: string): string =>
  [...text].length > maxExcerpt ? `${[...text].slice(0, maxExcerpt).join('')}...` : text;

/** The header `Hexipam-Language` of a request: `de` for German messages, otherwise English ones. */
export type LanguageHeader = string | readonly string[] | undefined;
