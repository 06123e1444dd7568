import type { ConsistencyCheck } from '../../../application/ports/consistency.js';
import type { Readers, Repositories, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import type { Deviations, OpenStorage, StorageVariant } from './storage.js';

/** The storage that a suite runs over. Others use it too, so each test works on records of its own. */
export interface StorageUnderTest extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly skip: Deviations;
  /** Runs one unit of work. */
  write<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /** Closes it, and opens what it holds once more. */
  reopen(): Promise<void>;
}

/** One suite, over whatever storage it is given. */
interface Contract {
  readonly port: string;
  readonly isFresh: boolean;
  readonly define: (storage: StorageUnderTest) => void;
}

const contracts: Contract[] = [];
let variants: readonly StorageVariant[] = [];

/** Has every suite that is loaded from now on run over some storages. */
export function runContractsOver(storages: readonly StorageVariant[]): void {
  variants = storages;
}

/** Defines the suites that have been loaded over one storage. */
export function defineContracts(variant: StorageVariant): void {
  for (const contract of contracts) defineOver(variant, contract);
}

/** Makes a suite, over a database that suites share. */
export function describeContract(port: string, define: (storage: StorageUnderTest) => void): void {
  add({ port, isFresh: false, define });
}

/** Makes a suite, over a fresh database. */
export function describeFreshContract(port: string, define: (storage: StorageUnderTest) => void): void {
  add({ port, isFresh: true, define });
}

function add(contract: Contract): void {
  contracts.push(contract);
  for (const variant of variants) defineOver(variant, contract);
}

function defineOver(variant: StorageVariant, { port, isFresh, define }: Contract): void {
  describe(`${port} in ${variant.name}`, () => {
    let opened: OpenStorage | Omit<OpenStorage, 'close'> | undefined;
    before(async () => {
      opened = await (isFresh ? variant.open() : variant.shared());
    });
    after(async () => {
      if (isFresh && opened && 'close' in opened) await opened.close();
    });
    const storage = (): OpenStorage | Omit<OpenStorage, 'close'> => {
      if (!opened) throw new Error('the storage is open while tests run only');
      return opened;
    };
    define({
      get readers() {
        return storage().readers;
      },
      get unitOfWork() {
        return storage().unitOfWork;
      },
      skip: variant.skip,
      write: (work) => storage().unitOfWork.run(work),
      check: (options) => storage().check(options),
      reopen: async () => {
        const { reopen } = storage();
        if (!isFresh || !reopen) throw new Error('only a fresh storage that is durable can be reopened');
        opened = await reopen();
      },
    });
  });
}
