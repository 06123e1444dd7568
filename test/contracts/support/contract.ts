import type { ConsistencyCheck } from '../../../application/ports/consistency.js';
import type { Readers, Repositories, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import {
  type Deviations,
  type OpenStorage,
  type StorageVariant,
  storageVariants,
} from '../../support/databases/storage-variants.js';

/** The storage that a suite runs over. Others use it too, so each test works on records of its own. */
export interface StorageUnderTest extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly skip: Deviations;
  /** Runs one unit of work. */
  write<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
}

/** Defines one suite for every storage variant, over a database that suites share. */
export function describeContract(port: string, define: (storage: StorageUnderTest) => void): void {
  for (const variant of storageVariants) {
    describe(`${port} in ${variant.name}`, () => {
      let opened: Omit<OpenStorage, 'close'> | undefined;
      before(async () => {
        opened = await variant.shared();
      });
      define(underTest(variant, () => opened));
    });
  }
}

/** Defines one suite for every storage variant, over a fresh database. */
export function describeFreshContract(port: string, define: (storage: StorageUnderTest) => void): void {
  for (const variant of storageVariants) {
    describe(`${port} in ${variant.name}`, () => {
      let opened: OpenStorage | undefined;
      before(async () => {
        opened = await variant.open();
      });
      after(() => opened?.close());
      define(underTest(variant, () => opened));
    });
  }
}

function underTest({ skip }: StorageVariant, opened: () => Omit<OpenStorage, 'close'> | undefined): StorageUnderTest {
  const storage = (): Omit<OpenStorage, 'close'> => {
    const found = opened();
    if (!found) throw new Error('the storage is open while tests run only');
    return found;
  };
  return {
    get readers() {
      return storage().readers;
    },
    get unitOfWork() {
      return storage().unitOfWork;
    },
    skip,
    write: (work) => storage().unitOfWork.run(work),
    check: (options) => storage().check(options),
  };
}
