import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { OpenStorage } from './storage-variants.js';

/** A memory storage that fails on demand. */
export interface FailingStorage extends OpenStorage {
  /** Makes every read and every unit of work fail with this error; undefined: they work again. */
  fail(failure: Error | undefined): void;
  /** Makes every unit of work fail with this error, while reads work; undefined: they work again. */
  failWrites(failure: Error | undefined): void;
  /** Makes every list fail after a number of items. */
  breakListsAfter(items: number, failure: Error): void;
}

/** Creates a storage that works until a test makes it fail. */
export function createFailingStorage(): FailingStorage {
  const database = createMemoryDatabase();
  let failure: Error | undefined;
  let writeFailure: Error | undefined;
  let broken: { readonly after: number; readonly failure: Error } | undefined;
  const check = (): void => {
    if (failure) throw failure;
  };
  async function* breakOff(items: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    let count = 0;
    for await (const item of items) {
      if (broken && count++ >= broken.after) throw broken.failure;
      yield item;
    }
  }
  const answerOf = (given: unknown): unknown => {
    if (given instanceof Promise)
      return given.then((value) => {
        check();
        return value;
      });
    return isList(given) ? breakOff(given) : given;
  };
  const failingReader = <R extends object>(reader: R): R =>
    new Proxy(reader, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        return typeof member === 'function' ? (...given: unknown[]) => answerOf(member.apply(target, given)) : member;
      },
    });
  const readers = Object.fromEntries(
    Object.entries(database.readers).map(([name, reader]) => [name, failingReader(reader as object)]),
  ) as typeof database.readers & Record<string, never>;
  return {
    ...database,
    readers,
    unitOfWork: {
      run: (work) =>
        database.unitOfWork.run(async (repositories) => {
          check();
          if (writeFailure) throw writeFailure;
          return work(repositories);
        }),
    },
    fail: (next) => {
      failure = next;
    },
    failWrites: (next) => {
      writeFailure = next;
    },
    breakListsAfter: (after, because) => {
      broken = { after, failure: because };
    },
  };
}

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
