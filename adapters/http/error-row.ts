import type { NamesIn, TextOf, Texts } from '../../domain/text-template.js';

/** Status, English text, German text, and Retry-After in seconds of an error. */
export type ErrorRow<D> = readonly [status: number, english: TextOf<D>, german: TextOf<D>, retryAfter?: RetryAfter<D>];

type RetryAfter<D> = number | ((details: D) => number);

/** The details of a row: those of its function, or the names in its templates. */
export type DetailsOf<R> = R extends readonly [unknown, (details: infer D) => string, ...unknown[]]
  ? D
  : R extends readonly [unknown, infer E, infer G, ...unknown[]]
    ? { readonly [N in NamesIn<E> | NamesIn<G>]: number | string }
    : never;

export type ErrorRows<D> = { readonly [C in keyof D]: ErrorRow<D[C]> };

/** Status, German text, and Retry-After in seconds. */
type Answer<D> = readonly [status: number, german: TextOf<D>, retryAfter?: RetryAfter<D>];

/** Never for an answer with a template that names a missing detail. */
type Sound<A, D> = A extends readonly [unknown, infer G, ...unknown[]] ? ([NamesIn<G>] extends [keyof D] ? A : never) : never;

/** Adds the English texts to answers. A German template that names a missing detail does not compile. */
export const errorRows =
  <D>(english: Texts<D>) =>
  <const A extends { readonly [C in keyof D]: Answer<D[C]> }>(
    answers: A & { readonly [C in keyof D]: Sound<A[C], D[C]> },
  ): ErrorRows<D> => {
    const all: { readonly [C in keyof D]: Answer<D[C]> } = answers;
    const rowOf = <C extends keyof D>(code: C): ErrorRow<D[C]> => {
      const [status, german, ...retryAfter] = all[code];
      return [status, english[code], german, ...retryAfter];
    };
    return Object.fromEntries(Object.keys(answers).map((code) => [code, rowOf(code as keyof D)])) as ErrorRows<D>;
  };

/** The header `Hexipam-Language` of a request: `de` for German messages, otherwise English ones. */
export type LanguageHeader = string | readonly string[] | undefined;
