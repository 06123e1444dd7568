import { getHeapStatistics } from 'node:v8';
import { RequestError } from '../../request-error.js';
import type { Client } from '../exchange.js';

/** Bytes from which on a body counts, and is read in turn: it takes more than a moment to read. */
export const longBody = 64 * 1024;

const mebibyte = 1024 * 1024;

/** Bytes that the long bodies of all requests may have: what is made of one takes up to 25 times as much of the heap. */
const maxBytes = Math.min(32 * mebibyte, getHeapStatistics().heap_size_limit / 64);

/** The share of it that one client may have. */
const shareOfOneClient = 1 / 2;

/** The bytes of long bodies of all requests under way, with a limit for the process and one for each client. */
export class BodyBudget {
  readonly #max: number;
  readonly #maxOfOne: number;
  #used = 0;
  readonly #byClient = new Map<string, number>();

  /** @param largest bytes of the largest body, which fits in any case where no other is read */
  constructor(largest: number, max: number = maxBytes) {
    this.#max = Math.max(max, largest);
    this.#maxOfOne = Math.max(this.#max * shareOfOneClient, largest);
  }

  /**
   * Reserves the bytes of a body before it is read.
   * @returns releases them
   * @throws RequestError request.tooManyBodies
   */
  reserve({ network, isProxy }: Pick<Client, 'network' | 'isProxy'>, bytes: number): () => void {
    const own = (this.#byClient.get(network) ?? 0) + bytes;
    if (this.#used + bytes > this.#max || (own > this.#maxOfOne && !isProxy)) throw new RequestError('request.tooManyBodies');
    this.#used += bytes;
    this.#byClient.set(network, own);
    return () => this.#release(network, bytes);
  }

  #release(network: string, bytes: number): void {
    this.#used -= bytes;
    const left = (this.#byClient.get(network) ?? 0) - bytes;
    if (left > 0) this.#byClient.set(network, left);
    else this.#byClient.delete(network);
  }
}

/** Makes a queue: work that is given to it is done one after another, in the order in which it comes. */
export function serialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
