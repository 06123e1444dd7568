import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { OpenStorage } from './storage-variants.js';

/** A storage in memory that fails when a test wants it. */
export interface FailingStorage extends OpenStorage {
  /** From now on every read and every unit of work fails with this; undefined: they work again. */
  fail(failure: Error | undefined): void;
  /** From now on every unit of work fails with this, and reads go on; undefined: they work again. */
  failWrites(failure: Error | undefined): void;
  /** From now on every list breaks off behind so many items. */
  breakListsAfter(items: number, failure: Error): void;
}

/** Makes a storage that works until it is told to fail. */
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
