import type { Readers, Repositories, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { type Deviations, type OpenStorage, storageVariants } from '../support/storage-variants.js';

/** The storage that a suite runs over; shared by the tests of the suite, so each test works on records of its own. */
export interface StorageUnderTest {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly skip: Deviations;
  /** Runs one unit of work. */
  write<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
}

/** Defines one suite for every storage variant; each opens a fresh database for it. */
export function describeContract(port: string, define: (storage: StorageUnderTest) => void): void {
  for (const variant of storageVariants) {
    describe(`${port} in ${variant.name}`, () => {
      let opened: OpenStorage | undefined;
      const storage = (): OpenStorage => {
        if (!opened) throw new Error('the storage is open while tests run only');
        return opened;
      };
      before(async () => {
        opened = await variant.open();
      });
      after(() => opened?.close());
      define({
        get readers() {
          return storage().readers;
        },
        get unitOfWork() {
          return storage().unitOfWork;
        },
        skip: variant.skip,
        write: (work) => storage().unitOfWork.run(work),
      });
    });
  }
}
