import { RequestError } from './request-error.js';

/** How much the parameters of a request may be made of, whatever their form. Reading them is bounded by that. */
export const maxElements = 10_000;
/** The same for a request that holds many others. */
export const maxBulkElements = 50_000;
/** The same for a query, which has no room for much. */
export const maxQueryElements = 1_000;
/** Segments of a path: the longest path of the interface has nine. */
export const maxSegments = 64;
export const maxDepth = 64;
/** Different names, at all depths together. */
export const maxNames = 1_000;

/** Counts the elements of something that is being read. @throws RequestError request.tooManyElements */
export class ElementCount {
  readonly #max: number;
  #count = 0;

  constructor(max: number = maxElements) {
    this.#max = max;
  }

  add(): void {
    if (++this.#count > this.#max) throw new RequestError('request.tooManyElements', { max: this.#max });
  }
}

/** Counts the different names in something that is being read. @throws RequestError request.tooManyNames */
export class NameCount {
  readonly #names = new Set<string>();

  add(name: string): void {
    if (this.#names.add(name).size > maxNames) throw new RequestError('request.tooManyNames', { max: maxNames });
  }
}
