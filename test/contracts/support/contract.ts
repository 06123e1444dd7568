import type { StorageCapability } from '../../../application/ports/capabilities.js';
import type { ConsistencyCheck } from '../../../application/ports/consistency.js';
import type { Readers, Repositories, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import type { Deviations, OpenStorage, StorageVariant } from './storage.js';

/** The storage of a suite. Other suites share it, so each test creates its own records. */
export interface StorageUnderTest extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly skip: Deviations;
  /** Whether the storage has all of these capabilities. */
  has(...capabilities: readonly StorageCapability[]): boolean;
  /** Defines a test if the storage has these capabilities. */
  itWith(...capabilities: readonly StorageCapability[]): (title: string, test: Mocha.AsyncFunc) => void;
  write<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /** Closes the storage and opens it again with the same data. */
  reopen(): Promise<void>;
}

interface Contract {
  readonly port: string;
  readonly isFresh: boolean;
  /** Capabilities that the suite needs. A storage without them skips it. */
  readonly needs: readonly StorageCapability[];
  readonly define: (storage: StorageUnderTest) => void;
}

const contracts: Contract[] = [];
let variants: readonly StorageVariant[] = [];

/** Sets the storages for every suite that is loaded after this call. */
export function runContractsOver(storages: readonly StorageVariant[]): void {
  variants = storages;
}

/** Defines all loaded suites for one storage. */
export function defineContracts(variant: StorageVariant): void {
  for (const contract of contracts) defineOver(variant, contract);
}

type Define = (storage: StorageUnderTest) => void;
type Needs = readonly StorageCapability[];
/** The name of the port, the capabilities that all tests of the suite need (optional), and the tests. */
type Suite = readonly [port: string, define: Define] | readonly [port: string, needs: Needs, define: Define];

/** Defines a suite for a shared database. */
export function describeContract(...suite: Suite): void {
  add(suite, false);
}

/** Defines a suite for a fresh database. */
export function describeFreshContract(...suite: Suite): void {
  add(suite, true);
}

function add(suite: Suite, isFresh: boolean): void {
  const [port, needs, define] = suite.length === 2 ? [suite[0], [], suite[1]] : suite;
  const contract = { port, isFresh, needs, define };
  contracts.push(contract);
  for (const variant of variants) defineOver(variant, contract);
}

function defineOver(variant: StorageVariant, { port, isFresh, needs, define }: Contract): void {
  const has = (...capabilities: readonly StorageCapability[]): boolean =>
    capabilities.every((each) => variant.only?.includes(each) ?? true);
  if (!has(...needs)) return;
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
      has,
      itWith:
        (...capabilities) =>
        (title, test) => {
          if (has(...capabilities)) it(title, test);
        },
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
