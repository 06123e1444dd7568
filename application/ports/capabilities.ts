import type { Clock } from './environment.js';
import type { Readers, Repositories, UnitOfWorkOptions } from './unit-of-work.js';

/** Substitute for a missing method. fails: rejects; failsAsStream: fails on iteration; nothing: resolves to undefined. */
export type Substitute = 'fails' | 'failsAsStream' | 'nothing';

type MethodName<P> = keyof P & string;

type StreamName<P> = {
  [N in MethodName<P>]: P[N] extends (...given: never[]) => AsyncIterable<unknown> ? N : never;
}[MethodName<P>];

type Substitutes<P, M extends MethodName<P> = MethodName<P>> = {
  readonly [N in M]: N extends StreamName<P> ? 'failsAsStream' : 'fails' | 'nothing';
};

type PortMethods = { readonly [P in keyof Repositories]?: Partial<Substitutes<Repositories[P]>> };

type WordsOf<T extends string> = T extends `${infer First} ${infer Others}` ? First | WordsOf<Others> : T;

/** Names of methods as in `all`. */
type ListedName<P> = Exclude<MethodName<P>, StreamName<P>> | `*${StreamName<P>}`;

/** Prevents the compilation of a list that is not complete, or has other words. */
type Complete<T extends string, N extends string> = [N, WordsOf<T>] extends [WordsOf<T>, N]
  ? unknown
  : { readonly missing: Exclude<N, WordsOf<T>>; readonly unknown: Exclude<WordsOf<T>, N> };

/** Substitutes for all methods of a port. @param names separated by blanks; the names of methods that return streams begin with `*` */
function all<P extends keyof Repositories, T extends string>(
  _port: P,
  ...names: readonly (T & Complete<T, ListedName<Repositories[P]>>)[]
): Substitutes<Repositories[P]> {
  const substitutes = names
    .join(' ')
    .split(' ')
    .map((name) => (name.startsWith('*') ? { [name.slice(1)]: 'failsAsStream' } : { [name]: 'fails' }));
  return Object.assign({}, ...substitutes); // has the declared type, because the names are complete
}

/** The methods of each capability (docs/guides/write-a-storage.md), by port. All other methods belong to the core. */
export const capabilityMethods = {
  catalog: {
    catalog: all('catalog', 'find count usedInRanges lock lockToDelete insert update delete *list *select *search'),
  },
  customValues: {
    customValues: all('customValues', 'convert isUnsetSomewhere fill remove'),
  },
  search: { subnets: { search: 'failsAsStream' }, addresses: { search: 'failsAsStream' } },
  gaps: { subnets: { freeBlocks: 'fails', freeGaps: 'failsAsStream' }, addresses: { freeGaps: 'fails' } },
  cooldown: { addresses: { freedSince: 'fails', forgetFreed: 'fails' } },
  reshape: {
    subnets: { findMerged: 'fails', findChildOutside: 'fails' },
    addresses: { findOutside: 'fails', moveRange: 'fails' },
  },
  overview: { networkSums: all('networkSums', '*byCell *bySection') },
  usageHistory: {
    usageHistory: all('usageHistory', 'days ofSubnet ofSection ofSubnets sums ranked begin recordSubnets recordSections end'),
  },
  audit: { changeLog: { audit: 'fails', deleteBefore: 'fails' } },
  feed: {
    feed: all(
      'feed',
      'read readBack find bounds hasUnnumbered number followers',
      'addFollower removeFollower lease save release',
    ),
    changeLog: { appendConsequences: 'nothing' },
  },
  webhooks: {
    webhooks: all(
      'webhooks',
      'list find deliveries deadLetters countDeadLetters save',
      'delete noteDelivery addDeadLetter removeDeadLetter',
    ),
  },
  notifications: {
    notifications: all(
      'notifications',
      'subscription subscriptions backlog marks saveSubscription deleteSubscription mark unmark',
      'add due gather countFurther claim finish postpone deleteBefore deleteOutlivedMarks',
    ),
  },
  imports: {
    imports: all(
      'imports',
      'find list chunk rowErrors insert lock update delete',
      'addChunk addRowErrors claim renew release outlived',
    ),
  },
  scans: {
    subnetScans: all('subnetScans', 'take save end'),
    addresses: { noteSeen: 'fails' },
  },
  dns: { addresses: { noteReverseRecords: 'fails' } },
  identity: {
    users: all('users', 'find findByName findBySubject findPasswordHash list insert update setPasswordHash delete'),
    groups: all('groups', 'list save delete setLevelOfSubnets'),
    roles: all('roles', 'list save delete'),
    oauth: all('oauth', 'findClient findGrant listGrants insertClient noteConsent saveGrant deleteGrant deleteOutlived'),
    savedViews: all('savedViews', 'list find insert update delete'),
    apps: all('apps', 'find list save delete'),
    tokens: all('tokens', 'find list insert extend noteAuthentication delete deleteExpired deleteOldest'),
    accessKeys: all('accessKeys', 'find list insert update noteUse delete'),
    rateCounts: all('rateCounts', 'acquire deleteBefore'),
    signInAttempts: all('signInAttempts', 'find listFailed lock save deleteOutlived'),
    signInOrigins: all('signInOrigins', 'isKnown note'),
    requestNonces: all('requestNonces', 'note noteOwned take deleteOutlived'),
    signInProviders: all('signInProviders', 'list find save delete'),
    secondFactors: all(
      'secondFactors',
      'list findPasskey countRecoveryCodes insert confirm useStep',
      'useCounter delete replaceRecoveryCodes useRecoveryCode',
    ),
    appLeases: all('appLeases', 'take end'),
  },
  idempotency: { answeredRequests: all('answeredRequests', 'find add deleteOutlived') },
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
