import type { Clock } from './environment.js';
import type { Readers, Repositories, UnitOfWorkOptions } from './unit-of-work.js';

/** Substitute for a missing method. fails: rejects; failsAsStream: fails on iteration; nothing: resolves to undefined. */
export type Substitute = 'fails' | 'failsAsStream' | 'nothing';

type MethodName<P> = keyof P & string;

type Substitutes<P, M extends MethodName<P> = MethodName<P>> = {
  readonly [N in M]: P[N] extends (...given: never[]) => AsyncIterable<unknown> ? 'failsAsStream' : 'fails' | 'nothing';
};

type PortMethods = { readonly [P in keyof Repositories]?: Partial<Substitutes<Repositories[P]>> };

const all = <P extends keyof Repositories>(_port: P, substitutes: Substitutes<Repositories[P]>): Substitutes<Repositories[P]> =>
  substitutes;

const fails = 'fails';
const failsAsStream = 'failsAsStream';

/** The methods of each capability (docs/guides/write-a-storage.md), by port. All other methods belong to the core. */
export const capabilityMethods = {
  catalog: {
    catalog: all('catalog', {
      find: fails,
      list: failsAsStream,
      select: failsAsStream,
      count: fails,
      search: failsAsStream,
      usedInRanges: fails,
      lock: fails,
      lockToDelete: fails,
      insert: fails,
      update: fails,
      delete: fails,
    }),
  },
  customValues: {
    customValues: all('customValues', { convert: fails, isUnsetSomewhere: fails, fill: fails, remove: fails }),
  },
  search: { subnets: { search: failsAsStream }, addresses: { search: failsAsStream } },
  gaps: { subnets: { freeBlocks: fails, freeGaps: failsAsStream }, addresses: { freeGaps: fails } },
  cooldown: { addresses: { freedSince: fails, forgetFreed: fails } },
  reshape: {
    subnets: { findMerged: fails, findChildOutside: fails },
    addresses: { findOutside: fails, moveRange: fails },
  },
  overview: { networkSums: all('networkSums', { byCell: failsAsStream, bySection: failsAsStream }) },
  usageHistory: {
    usageHistory: all('usageHistory', {
      days: fails,
      ofSubnet: fails,
      ofSection: fails,
      ofSubnets: fails,
      sums: fails,
      ranked: fails,
      begin: fails,
      recordSubnets: fails,
      recordSections: fails,
      end: fails,
    }),
  },
  audit: { changeLog: { audit: fails, deleteBefore: fails } },
  feed: {
    feed: all('feed', {
      read: fails,
      readBack: fails,
      find: fails,
      bounds: fails,
      hasUnnumbered: fails,
      number: fails,
      followers: fails,
      addFollower: fails,
      removeFollower: fails,
      lease: fails,
      save: fails,
      release: fails,
    }),
    changeLog: { appendConsequences: 'nothing' },
  },
  webhooks: {
    webhooks: all('webhooks', {
      list: fails,
      find: fails,
      deliveries: fails,
      deadLetters: fails,
      countDeadLetters: fails,
      save: fails,
      delete: fails,
      noteDelivery: fails,
      addDeadLetter: fails,
      removeDeadLetter: fails,
    }),
  },
  notifications: {
    notifications: all('notifications', {
      subscription: fails,
      subscriptions: fails,
      backlog: fails,
      marks: fails,
      saveSubscription: fails,
      deleteSubscription: fails,
      mark: fails,
      unmark: fails,
      add: fails,
      due: fails,
      gather: fails,
      countFurther: fails,
      claim: fails,
      finish: fails,
      postpone: fails,
      deleteBefore: fails,
      deleteOutlivedMarks: fails,
    }),
  },
  imports: {
    imports: all('imports', {
      find: fails,
      list: fails,
      chunk: fails,
      rowErrors: fails,
      insert: fails,
      lock: fails,
      update: fails,
      delete: fails,
      addChunk: fails,
      addRowErrors: fails,
      claim: fails,
      renew: fails,
      release: fails,
      outlived: fails,
    }),
  },
  scans: {
    subnetScans: all('subnetScans', { take: fails, save: fails, end: fails }),
    addresses: { noteSeen: fails },
  },
  dns: { addresses: { noteReverseRecords: fails } },
  identity: {
    users: all('users', {
      find: fails,
      findByName: fails,
      findBySubject: fails,
      findPasswordHash: fails,
      list: fails,
      insert: fails,
      update: fails,
      setPasswordHash: fails,
      delete: fails,
    }),
    groups: all('groups', { list: fails, save: fails, delete: fails, setLevelOfSubnets: fails }),
    roles: all('roles', { list: fails, save: fails, delete: fails }),
    oauth: all('oauth', {
      findClient: fails,
      findGrant: fails,
      listGrants: fails,
      insertClient: fails,
      noteConsent: fails,
      saveGrant: fails,
      deleteGrant: fails,
      deleteOutlived: fails,
    }),
    savedViews: all('savedViews', { list: fails, find: fails, insert: fails, update: fails, delete: fails }),
    apps: all('apps', { find: fails, list: fails, save: fails, delete: fails }),
    tokens: all('tokens', {
      find: fails,
      list: fails,
      insert: fails,
      extend: fails,
      noteAuthentication: fails,
      delete: fails,
      deleteExpired: fails,
      deleteOldest: fails,
    }),
    accessKeys: all('accessKeys', {
      find: fails,
      list: fails,
      insert: fails,
      update: fails,
      noteUse: fails,
      delete: fails,
    }),
    rateCounts: all('rateCounts', { acquire: fails, deleteBefore: fails }),
    signInAttempts: all('signInAttempts', { find: fails, listFailed: fails, lock: fails, save: fails, deleteOutlived: fails }),
    signInOrigins: all('signInOrigins', { isKnown: fails, note: fails }),
    requestNonces: all('requestNonces', { note: fails, noteOwned: fails, take: fails, deleteOutlived: fails }),
    signInProviders: all('signInProviders', { list: fails, find: fails, save: fails, delete: fails }),
    secondFactors: all('secondFactors', {
      list: fails,
      findPasskey: fails,
      countRecoveryCodes: fails,
      insert: fails,
      confirm: fails,
      useStep: fails,
      useCounter: fails,
      delete: fails,
      replaceRecoveryCodes: fails,
      useRecoveryCode: fails,
    }),
    appLeases: all('appLeases', { take: fails, end: fails }),
  },
  idempotency: { answeredRequests: all('answeredRequests', { find: fails, add: fails, deleteOutlived: fails }) },
  /** Consistency check of derived data (ConsistencyCheck). It has no methods in units of work. */
  consistency: {},
} as const satisfies Readonly<Record<string, PortMethods>>;

type CapabilityMethods = typeof capabilityMethods;

/** An optional group of methods. Use-cases that need a missing capability fail with storage.unsupported. */
export type StorageCapability = keyof CapabilityMethods;

export const storageCapabilities: readonly StorageCapability[] = Object.freeze(
  Object.keys(capabilityMethods) as StorageCapability[],
);

type MethodsOf<C extends StorageCapability, P> = C extends StorageCapability
  ? P extends keyof CapabilityMethods[C]
    ? keyof CapabilityMethods[C][P]
    : never
  : never;

export type CorePort = 'sections' | 'subnets' | 'addresses' | 'customFields' | 'settings' | 'changeLog';

type HasPort<C extends StorageCapability, P> = P extends CorePort ? P : [MethodsOf<C, P>] extends [never] ? never : P;

type PortsWith<Ports, C extends StorageCapability> = {
  readonly [P in keyof Ports as HasPort<C, P>]: Omit<Ports[P], Exclude<MethodsOf<StorageCapability, P>, MethodsOf<C, P>>>;
};

export type ReadersWith<C extends StorageCapability> = PortsWith<Readers, C>;

export type RepositoriesWith<C extends StorageCapability> = PortsWith<Repositories, C>;

export type CoreReaders = ReadersWith<never>;
export type CoreRepositories = RepositoriesWith<never>;

/** The core of a port, for classes that implement it. */
export type CoreSectionReader = CoreReaders['sections'];
export type CoreSubnetReader = CoreReaders['subnets'];
export type CoreAddressReader = CoreReaders['addresses'];
export type CoreChangeLogReader = CoreReaders['changeLog'];
export type CoreSectionRepository = CoreRepositories['sections'];
export type CoreSubnetRepository = CoreRepositories['subnets'];
export type CoreAddressRepository = CoreRepositories['addresses'];
export type CoreChangeLogRepository = CoreRepositories['changeLog'];

/** Units of work with the repositories of a storage; see UnitOfWork. */
export interface UnitOfWorkOver<R> {
  run<T>(work: (repositories: R) => Promise<T>, options?: UnitOfWorkOptions): Promise<T>;
}

/** A storage with the core and some capabilities. `PartialStorage<never>` is the core alone. */
export interface PartialStorage<C extends StorageCapability> {
  /** Methods of capabilities that are missing in this list are never called. */
  readonly capabilities: readonly C[];
  readonly readers: ReadersWith<C>;
  readonly unitOfWork: UnitOfWorkOver<RepositoriesWith<C>>;
  readonly clock?: Clock;
}

export interface CoreStorage extends Omit<PartialStorage<never>, 'capabilities'> {
  readonly capabilities: readonly StorageCapability[];
}
