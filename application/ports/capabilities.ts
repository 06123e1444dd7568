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

/** Substitutes for all methods of a port. If names are missing, a further argument is required, so that this does not compile. */
function all<
  P extends keyof Repositories,
  F extends Exclude<MethodName<Repositories[P]>, StreamName<Repositories[P]>>,
  S extends StreamName<Repositories[P]> = never,
>(
  _port: P,
  { fails, streams = [] }: { readonly fails: readonly F[]; readonly streams?: readonly S[] },
  ..._missing: [Exclude<MethodName<Repositories[P]>, F | S>] extends [never] ? [] : [Exclude<MethodName<Repositories[P]>, F | S>]
): Substitutes<Repositories[P]> {
  const substitutes = [...fails.map((name) => ({ [name]: 'fails' })), ...streams.map((name) => ({ [name]: 'failsAsStream' }))];
  return Object.assign({}, ...substitutes); // has the declared type, because `_missing` lets no method be omitted
}

/** The methods of each capability (docs/guides/write-a-storage.md), by port. All other methods belong to the core. */
export const capabilityMethods = {
  catalog: {
    catalog: all('catalog', {
      fails: ['find', 'count', 'usedInRanges', 'lock', 'lockToDelete', 'insert', 'update', 'delete'],
      streams: ['list', 'select', 'search'],
    }),
  },
  customValues: {
    customValues: all('customValues', { fails: ['convert', 'isUnsetSomewhere', 'fill', 'remove'] }),
  },
  search: { subnets: { search: 'failsAsStream' }, addresses: { search: 'failsAsStream' } },
  gaps: { subnets: { freeBlocks: 'fails', freeGaps: 'failsAsStream' }, addresses: { freeGaps: 'fails' } },
  cooldown: { addresses: { freedSince: 'fails', forgetFreed: 'fails' } },
  reshape: {
    subnets: { findMerged: 'fails', findChildOutside: 'fails' },
    addresses: { findOutside: 'fails', moveRange: 'fails' },
  },
  overview: { networkSums: all('networkSums', { fails: [], streams: ['byCell', 'bySection'] }) },
  usageHistory: {
    usageHistory: all('usageHistory', {
      fails: ['days', 'ofSubnet', 'ofSection', 'ofSubnets', 'sums', 'ranked', 'begin', 'recordSubnets', 'recordSections', 'end'],
    }),
  },
  audit: { changeLog: { audit: 'fails', deleteBefore: 'fails' } },
  feed: {
    feed: all('feed', {
      fails: [
        ...(['read', 'readBack', 'find', 'bounds', 'hasUnnumbered', 'number', 'followers', 'addFollower'] as const),
        ...(['removeFollower', 'lease', 'save', 'release'] as const),
      ],
    }),
    changeLog: { appendConsequences: 'nothing' },
  },
  webhooks: {
    webhooks: all('webhooks', {
      fails: [
        ...(['list', 'find', 'deliveries', 'deadLetters', 'countDeadLetters', 'save', 'delete', 'noteDelivery'] as const),
        ...(['addDeadLetter', 'removeDeadLetter'] as const),
      ],
    }),
  },
  notifications: {
    notifications: all('notifications', {
      fails: [
        ...(['subscription', 'subscriptions', 'backlog', 'marks', 'saveSubscription', 'deleteSubscription', 'mark'] as const),
        ...(['unmark', 'add', 'due', 'gather', 'countFurther', 'claim', 'finish', 'postpone', 'deleteBefore'] as const),
        ...(['deleteOutlivedMarks'] as const),
      ],
    }),
  },
  imports: {
    imports: all('imports', {
      fails: [
        ...(['find', 'list', 'chunk', 'rowErrors', 'insert', 'lock', 'update', 'delete', 'addChunk', 'addRowErrors'] as const),
        ...(['claim', 'renew', 'release', 'outlived'] as const),
      ],
    }),
  },
  scans: {
    subnetScans: all('subnetScans', { fails: ['take', 'save', 'end'] }),
    addresses: { noteSeen: 'fails' },
  },
  dns: { addresses: { noteReverseRecords: 'fails' } },
  identity: {
    users: all('users', {
      fails: ['find', 'findByName', 'findBySubject', 'findPasswordHash', 'list', 'insert', 'update', 'setPasswordHash', 'delete'],
    }),
    groups: all('groups', { fails: ['list', 'save', 'delete', 'setLevelOfSubnets'] }),
    roles: all('roles', { fails: ['list', 'save', 'delete'] }),
    oauth: all('oauth', {
      fails: [
        ...(['findClient', 'findGrant', 'listGrants', 'insertClient', 'noteConsent', 'saveGrant', 'deleteGrant'] as const),
        ...(['deleteOutlived'] as const),
      ],
    }),
    savedViews: all('savedViews', { fails: ['list', 'find', 'insert', 'update', 'delete'] }),
    apps: all('apps', { fails: ['find', 'list', 'save', 'delete'] }),
    tokens: all('tokens', {
      fails: ['find', 'list', 'insert', 'extend', 'noteAuthentication', 'delete', 'deleteExpired', 'deleteOldest'],
    }),
    accessKeys: all('accessKeys', { fails: ['find', 'list', 'insert', 'update', 'noteUse', 'delete'] }),
    rateCounts: all('rateCounts', { fails: ['acquire', 'deleteBefore'] }),
    signInAttempts: all('signInAttempts', { fails: ['find', 'listFailed', 'lock', 'save', 'deleteOutlived'] }),
    signInOrigins: all('signInOrigins', { fails: ['isKnown', 'note'] }),
    requestNonces: all('requestNonces', { fails: ['note', 'noteOwned', 'take', 'deleteOutlived'] }),
    signInProviders: all('signInProviders', { fails: ['list', 'find', 'save', 'delete'] }),
    secondFactors: all('secondFactors', {
      fails: [
        ...(['list', 'findPasskey', 'countRecoveryCodes', 'insert', 'confirm', 'useStep', 'useCounter', 'delete'] as const),
        ...(['replaceRecoveryCodes', 'useRecoveryCode'] as const),
      ],
    }),
    appLeases: all('appLeases', { fails: ['take', 'end'] }),
  },
  idempotency: { answeredRequests: all('answeredRequests', { fails: ['find', 'add', 'deleteOutlived'] }) },
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
