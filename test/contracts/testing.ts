/**
 * Contract suites of a storage for mocha, or another runner with describe, it, before and after:
 *
 *     import { describeStorage } from 'hexipam/testing';
 *     describeStorage({ name: 'my storage', open: () => openMine(makeFolder()) });
 *
 * For a partial storage, `only` lists its capabilities. The suites of the core and of these capabilities run:
 *
 *     describeStorage({ name: 'my storage', open: () => openMine(makeFolder()), only: ['search'] });
 *
 * The suites need the packages chai and fast-check.
 */
import './addresses/address-orders.contract.test.js';
import './addresses/addresses.contract.test.js';
import './addresses/allocation-history.contract.test.js';
import './addresses/free-addresses.contract.test.js';
import './addresses/free-gaps.contract.test.js';
import './addresses/held-addresses.contract.test.js';
import './answered-requests.contract.test.js';
import './change-log.contract.test.js';
import './expired-holds.contract.test.js';
import './feed.contract.test.js';
import './fresh-database.contract.test.js';
import './identity/access-keys.contract.test.js';
import './identity/access.contract.test.js';
import './identity/app-leases.contract.test.js';
import './identity/imports.contract.test.js';
import './identity/notifications.contract.test.js';
import './identity/oauth.contract.test.js';
import './identity/roles.contract.test.js';
import './identity/saved-views.contract.test.js';
import './identity/second-factors.contract.test.js';
import './identity/sign-in-providers.contract.test.js';
import './identity/sign-in.contract.test.js';
import './identity/users.contract.test.js';
import './identity/visibility.contract.test.js';
import './identity/webhooks.contract.test.js';
import './locks.contract.test.js';
import './records/catalog.contract.test.js';
import './records/custom-definitions.contract.test.js';
import './records/custom-fields.contract.test.js';
import './records/custom-values.contract.test.js';
import './records/folded-values.contract.test.js';
import './records/kind-rules.contract.test.js';
import './records/list-queries.contract.test.js';
import './records/lists.contract.test.js';
import './records/records.contract.test.js';
import './records/references.contract.test.js';
import './records/requests.contract.test.js';
import './records/text-search.contract.test.js';
import './reopening.contract.test.js';
import './subnets/free-blocks.contract.test.js';
import './subnets/free-networks.contract.test.js';
import './subnets/network-sums.contract.test.js';
import './subnets/sections.contract.test.js';
import './subnets/subnet-orders.contract.test.js';
import './subnets/subnet-scans.contract.test.js';
import './subnets/subnet-searches.contract.test.js';
import './subnets/subnet-tree.contract.test.js';
import './subnets/subnets.contract.test.js';
import './subnets/usage-counts.contract.test.js';
import './subnets/usage-history.contract.test.js';
import './unit-of-work.contract.test.js';
import type { StorageCapability } from '../../application/ports/capabilities.js';
import { describeCapabilities, whole } from './support/capabilities.js';
import { defineContracts } from './support/contract.js';
import type { Deviations, OpenPartialStorage, OpenStorage } from './support/storage.js';

export type { Deviations, Finding, OpenPartialStorage, OpenStorage } from './support/storage.js';

/** A storage that the suites can open. */
export interface StorageToTest {
  readonly name: string;
  /** Opens a fresh storage with the built-in rows, for these suites only. Tests close and reopen a storage with `reopen`. */
  open(): Promise<OpenStorage>;
  /** Abilities that the storage lacks. Their tests do not run. */
  readonly skip?: Deviations;
}

/** A partial storage that the suites can open. */
export interface PartialStorageToTest extends Omit<StorageToTest, 'open'> {
  open(): Promise<OpenPartialStorage>;
  /** The capabilities of the storage. Only the suites of the core and of these run. */
  readonly only: readonly StorageCapability[];
}

/** Defines all suites for a storage. With `only`, defines those of the core and of the listed capabilities. */
export function describeStorage(storage: StorageToTest | PartialStorageToTest): void {
  const { name, skip = {} } = storage;
  const open = 'only' in storage ? async () => whole(await storage.open()) : () => storage.open();
  let shared: Promise<OpenStorage> | undefined;
  describe(`The contracts of ${name}`, () => {
    after(async () => (await shared)?.close());
    if ('only' in storage) describeCapabilities(storage.only, storage.open);
    defineContracts({
      name,
      skip,
      ...('only' in storage ? { only: storage.only } : {}),
      open,
      shared: () => {
        shared ??= open();
        return shared;
      },
    });
  });
}
