import type { Database } from '../../application/ports/database.js';
import type { Clock } from '../../application/ports/environment.js';
import { StorageError } from '../../application/ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { freshState } from './built-in-rows.js';
import { MemoryAnsweredRequestRepository } from './changes/answered-requests.js';
import { MemoryChangeLogRepository } from './changes/change-log.js';
import { MemoryFeedRepository } from './changes/feed.js';
import { checkConsistency } from './consistency-check.js';
import {
  MemoryAppRepository,
  MemoryRoleRepository,
  MemorySavedViewRepository,
  MemorySettingsRepository,
  MemorySignInProviderRepository,
} from './identity/administered.js';
import { MemoryImportRepository } from './identity/imports.js';
import { MemoryNotificationRepository } from './identity/notifications.js';
import { MemoryOAuthRepository } from './identity/oauth.js';
import { MemorySecondFactorRepository } from './identity/second-factors.js';
import {
  MemoryAppLeaseRepository,
  MemoryRequestNonceRepository,
  MemorySignInAttemptRepository,
  MemorySignInOriginRepository,
} from './identity/sign-in.js';
import { MemoryAccessKeyRepository, MemoryRateCountRepository, MemoryTokenRepository } from './identity/tokens.js';
import { MemoryGroupRepository, MemoryUserRepository } from './identity/users.js';
import { MemoryWebhookRepository } from './identity/webhooks.js';
import { MemoryAddressRepository } from './inventory/addresses.js';
import { MemoryCatalogRepository } from './inventory/catalog.js';
import { MemoryCustomFieldRepository, MemoryCustomValueRepository } from './inventory/custom-fields.js';
import { MemoryNetworkSums } from './inventory/network-sums.js';
import { MemorySectionRepository } from './inventory/sections.js';
import { MemorySubnetScanRepository } from './inventory/subnet-scans.js';
import { MemorySubnetRepository } from './inventory/subnets.js';
import { MemoryUsageHistoryRepository } from './inventory/usage-history.js';
import { Draft, type Source, type State } from './records/state.js';

/** Storage in the memory of this process. Its schema is always current. */
export interface MemoryDatabase extends Database {
  /** Returns an independent copy of this database, in constant time. */
  copy(): MemoryDatabase;
}

export interface MemoryOptions {
  /** Whether a write without the required subnet lock fails. For tests of use-cases: other storages need the locks. */
  readonly checksLocks?: boolean;
}

/** Creates a database in memory with the built-in rows. @param clock the system clock by default */
export function createMemoryDatabase(
  clock: Clock = { now: () => new Date() },
  { checksLocks = false }: MemoryOptions = {},
): MemoryDatabase {
  return databaseOver(new MemoryStore(freshState(), clock, checksLocks), clock);
}

function databaseOver(store: MemoryStore, clock: Clock): MemoryDatabase {
  const committed = new Draft(store, { isReadOnly: true });
  return {
    readers: repositoriesOf(committed, clock),
    unitOfWork: store,
    clock,
    about: { software: 'memory', schema: 'none' },
    lost: new Promise(() => {}),
    migrate: async () => [],
    pendingMigrations: async () => [],
    ping: async () => {},
    probeWrites: async () => {},
    check: () => checkConsistency(committed),
    close: () => store.close(),
    copy: () => databaseOver(store.copy(), clock),
  };
}

/** A unit of work writes to a draft that shares unchanged data. A commit replaces one reference; a rollback discards the draft. */
class MemoryStore implements Source, UnitOfWork {
  readonly #clock: Clock;
  readonly #checksLocks: boolean;
  #state: State;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(state: State, clock: Clock, checksLocks: boolean) {
    this.#state = state;
    this.#clock = clock;
    this.#checksLocks = checksLocks;
  }

  /** @throws StorageError when the database is closed */
  get state(): State {
    if (this.#closed) throw closedError();
    return this.#state;
  }

  /** Units of work run sequentially, so that locks are plain reads. A nested unit of work would wait for the outer one forever. */
  run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closedError());
    const result = this.#last.then(() => this.#runAlone(work));
    this.#last = result.catch(() => {});
    return result;
  }

  async #runAlone<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const draft = new Draft({ state: this.#state }, { checksLocks: this.#checksLocks });
    try {
      const result = await work(repositoriesOf(draft, this.#clock));
      this.#state = draft.state;
      return result;
    } finally {
      draft.end();
    }
  }

  copy(): MemoryStore {
    return new MemoryStore(this.#state, this.#clock, this.#checksLocks);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
  }
}

const closedError = (): StorageError => new StorageError('the database is closed', 'unavailable');

const repositoriesOf = (draft: Draft, clock: Clock): Repositories => ({
  sections: new MemorySectionRepository(draft),
  subnets: new MemorySubnetRepository(draft),
  networkSums: new MemoryNetworkSums(draft),
  usageHistory: new MemoryUsageHistoryRepository(draft, clock),
  addresses: new MemoryAddressRepository(draft),
  catalog: new MemoryCatalogRepository(draft),
  customFields: new MemoryCustomFieldRepository(draft),
  customValues: new MemoryCustomValueRepository(draft),
  users: new MemoryUserRepository(draft),
  groups: new MemoryGroupRepository(draft),
  apps: new MemoryAppRepository(draft),
  tokens: new MemoryTokenRepository(draft),
  accessKeys: new MemoryAccessKeyRepository(draft),
  rateCounts: new MemoryRateCountRepository(draft),
  signInAttempts: new MemorySignInAttemptRepository(draft),
  signInOrigins: new MemorySignInOriginRepository(draft),
  requestNonces: new MemoryRequestNonceRepository(draft),
  appLeases: new MemoryAppLeaseRepository(draft, clock),
  settings: new MemorySettingsRepository(draft),
  subnetScans: new MemorySubnetScanRepository(draft, clock),
  changeLog: new MemoryChangeLogRepository(draft),
  feed: new MemoryFeedRepository(draft, clock),
  webhooks: new MemoryWebhookRepository(draft),
  notifications: new MemoryNotificationRepository(draft),
  roles: new MemoryRoleRepository(draft),
  savedViews: new MemorySavedViewRepository(draft),
  imports: new MemoryImportRepository(draft),
  oauth: new MemoryOAuthRepository(draft),
  signInProviders: new MemorySignInProviderRepository(draft),
  secondFactors: new MemorySecondFactorRepository(draft),
  answeredRequests: new MemoryAnsweredRequestRepository(draft),
});
