import type { Database } from '../../application/ports/database.js';
import type { Clock } from '../../application/ports/environment.js';
import { StorageError } from '../../application/ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { answeredRequestsIn, MemoryChangeLogRepository } from './changes/change-log.js';
import { feedIn } from './changes/feed.js';
import { checkConsistency } from './consistency-check.js';
import {
  appsIn,
  MemorySettingsRepository,
  rolesIn,
  savedViewsIn,
  signInProvidersIn,
  webhooksIn,
} from './identity/administered.js';
import { importsIn } from './identity/imports.js';
import { notificationsIn } from './identity/notifications.js';
import { appLeasesIn, rateCountsIn, requestNoncesIn, signInAttemptsIn, signInOriginsIn } from './identity/sign-in.js';
import { accessKeysIn, oauthIn, secondFactorsIn, tokensIn } from './identity/tokens.js';
import { groupsIn, usersIn } from './identity/users.js';
import { MemoryAddressRepository } from './inventory/addresses.js';
import { catalogIn } from './inventory/catalog.js';
import { customValuesIn, MemoryCustomFieldRepository } from './inventory/custom-fields.js';
import { networkSumsIn } from './inventory/network-sums.js';
import { MemorySectionRepository } from './inventory/sections.js';
import { MemorySubnetRepository, subnetScansIn } from './inventory/subnets.js';
import { usageHistoryIn } from './inventory/usage-history.js';
import { insertRecord, type Values } from './records/records.js';
import { Draft, emptyState, type Source, type State } from './records/state.js';

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

/** Created for each unit of work. None is built by spreading objects with methods, which takes 20 µs each. */
const repositoriesOf = (draft: Draft, clock: Clock): Repositories => ({
  sections: new MemorySectionRepository(draft),
  subnets: new MemorySubnetRepository(draft),
  networkSums: networkSumsIn(draft),
  usageHistory: usageHistoryIn(draft, clock),
  addresses: new MemoryAddressRepository(draft),
  catalog: catalogIn(draft),
  customFields: new MemoryCustomFieldRepository(draft),
  customValues: customValuesIn(draft),
  users: usersIn(draft),
  groups: groupsIn(draft),
  apps: appsIn(draft),
  tokens: tokensIn(draft),
  accessKeys: accessKeysIn(draft),
  rateCounts: rateCountsIn(draft),
  signInAttempts: signInAttemptsIn(draft),
  signInOrigins: signInOriginsIn(draft),
  requestNonces: requestNoncesIn(draft),
  appLeases: appLeasesIn(draft, clock),
  settings: new MemorySettingsRepository(draft),
  subnetScans: subnetScansIn(draft, clock),
  changeLog: new MemoryChangeLogRepository(draft),
  feed: feedIn(draft, clock),
  webhooks: webhooksIn(draft),
  notifications: notificationsIn(draft),
  roles: rolesIn(draft),
  savedViews: savedViewsIn(draft),
  imports: importsIn(draft),
  oauth: oauthIn(draft),
  signInProviders: signInProvidersIn(draft),
  secondFactors: secondFactorsIn(draft),
  answeredRequests: answeredRequestsIn(draft),
});

const l2domains: readonly Values[] = [{ name: 'default', description: 'default L2 domain', domainId: 1 }];

const tags: readonly Values[] = [
  { type: 'Offline', showtag: true, bgcolor: '#f59c99', fgcolor: '#ffffff', compress: 'No', locked: 'Yes', updateTag: true },
  { type: 'Used', showtag: false, bgcolor: '#a9c9a4', fgcolor: '#ffffff', compress: 'No', locked: 'Yes', updateTag: true },
  { type: 'Reserved', showtag: true, bgcolor: '#9ac0cd', fgcolor: '#ffffff', compress: 'No', locked: 'Yes', updateTag: true },
  { type: 'DHCP', showtag: true, bgcolor: '#c9c9c9', fgcolor: '#ffffff', compress: 'Yes', locked: 'Yes', updateTag: true },
];

const machines = ['Switch', 'Router', 'Firewall', 'Hub', 'Wireless', 'Database', 'Workstation', 'Laptop', 'Other'];
const deviceTypes: readonly Values[] = machines.map((name) => ({
  tname: name,
  tdescription: name,
  bgcolor: '#E6E6E6',
  fgcolor: '#000',
}));

const scanAgents: readonly Values[] = [{ name: 'localhost', description: 'Scanning from local machine', type: 'direct' }];

const groups = [
  { id: 2, name: 'Operators', description: 'default Operator group', roles: [] },
  { id: 3, name: 'Guests', description: 'default Guest group (viewers)', roles: [] },
];

function freshState(): State {
  const draft = new Draft({ state: emptyState });
  for (const values of l2domains) insertRecord(draft, 'l2domain', values, {});
  for (const values of tags) insertRecord(draft, 'tag', values, {});
  for (const values of deviceTypes) insertRecord(draft, 'deviceType', values, {});
  for (const values of scanAgents) insertRecord(draft, 'scanAgent', values, {});
  for (const group of groups) draft.collection('groups').put(group.id, group);
  return draft.end();
}
