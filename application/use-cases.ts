import type { Scope } from '../domain/access/key-scope.js';
import type { IpamError } from '../domain/errors.js';
import { AdministrativeUnits } from './access/administration/administrative-units.js';
import { type AccessAdministration, createAccessAdministration } from './access/administration/index.js';
import { OwnKeys } from './access/administration/key-administration.js';
import { OwnAccount } from './access/administration/own-account.js';
import { ProvidedUsers } from './access/administration/provided-users.js';
import { SavedViews } from './access/administration/saved-views.js';
import { type ProviderTest, providerTestBy } from './access/administration/sign-in-provider-administration.js';
import { Authorizations } from './access/oauth/authorizations.js';
import { ClientDocuments } from './access/oauth/client-documents.js';
import { OAuthClients } from './access/oauth/oauth-clients.js';
import { OAuthTokens } from './access/oauth/oauth-tokens.js';
import { AccessKeys } from './access/sign-in/access-keys.js';
import { AccessTokens } from './access/sign-in/access-tokens.js';
import { Directory, type StoredApps } from './access/sign-in/directory.js';
import { DirectoryPasswords, type SettleIdentity } from './access/sign-in/directory-passwords.js';
import { ProviderSignIn } from './access/sign-in/provider-sign-in.js';
import { ProviderTokens } from './access/sign-in/provider-tokens.js';
import { RateLimiter } from './access/sign-in/rate-limiter.js';
import { SealedRequests } from './access/sign-in/sealed-requests.js';
import { SecondFactors } from './access/sign-in/second-factors.js';
import { SignIn } from './access/sign-in/sign-in.js';
import { SignInGuard } from './access/sign-in/sign-in-guard.js';
import { SignInSlots } from './access/sign-in/sign-in-slots.js';
import { Allocation } from './allocation/allocation.js';
import { Explaining } from './allocation/explaining.js';
import { HoldExpiry } from './allocation/hold-expiry.js';
import { PrefixSelection } from './allocation/prefix-selection.js';
import { Requests } from './allocation/requests.js';
import { Catalog } from './catalog/catalog.js';
import { CustomFields } from './catalog/custom-fields.js';
import { Devices } from './catalog/devices.js';
import { NatRules } from './catalog/nat-rules.js';
import { Ranges } from './catalog/ranges.js';
import { ChangeFeed } from './changes/feed/change-feed.js';
import { Changes } from './changes/feed/changes.js';
import { FeedHub } from './changes/feed/feed-hub.js';
import { DnsAdministration } from './dns/dns-administration.js';
import { ExpectedDnsRecords } from './dns/expected-records.js';
import { Addresses } from './inventory/addresses.js';
import { Sections } from './inventory/sections.js';
import { SubnetOperations } from './inventory/subnet-operations.js';
import { Subnets } from './inventory/subnets.js';
import { Alarms } from './notifications/alarms.js';
import { MailAdministration } from './notifications/mail-administration.js';
import { MailQueue } from './notifications/mail-queue.js';
import { NotificationFollower, ThresholdFollower } from './notifications/notification-follower.js';
import { OwnSubscription } from './notifications/own-subscription.js';
import type { ClientDocumentSource } from './ports/client-documents.js';
import type { ReadReplica } from './ports/database.js';
import { DnsError, type DnsServers } from './ports/dns.js';
import type { Clock, Log, PasswordHasher, RandomSource, Timers, TokenRevocations, TokenSource } from './ports/environment.js';
import { type Mailer, MailFailure } from './ports/mailer.js';
import type { Observer } from './ports/observer.js';
import { type HostPorts, ProbeError } from './ports/scanning.js';
import { noOneTimeCodes, noPasskeys, type OneTimeCodes, type Passkeys } from './ports/second-factors.js';
import type { OidcProviders, PasswordDirectories, SamlProviders } from './ports/sign-in-providers.js';
import type { Readers, UnitOfWork } from './ports/unit-of-work.js';
import type { WebhookSender } from './ports/webhooks.js';
import { Pings } from './scan/pings.js';
import { readScanStatus, type ScanStatus } from './scan/scan-status.js';
import { Scanning } from './scan/scanning.js';
import { AddressItems } from './transfer/bulk/address-items.js';
import { BulkWrites } from './transfer/bulk/bulk-writes.js';
import { Ensuring } from './transfer/bulk/ensuring.js';
import { SelectedDeletion } from './transfer/bulk/selected-deletion.js';
import { SubnetItems } from './transfer/bulk/subnet-items.js';
import { ImportJobs } from './transfer/rows/import-jobs.js';
import { ImportRunner } from './transfer/rows/import-runner.js';
import { RowColumns } from './transfer/rows/row-columns.js';
import { RowExport } from './transfer/rows/row-export.js';
import { RowImport } from './transfer/rows/row-import.js';
import { CommitSignal } from './unit-of-work/commit-signal.js';
import { IdempotentRequests } from './unit-of-work/idempotent-requests.js';
import { type AnnounceWrites, type ReadersFor, ReadRouter } from './unit-of-work/read-router.js';
import { SerializedWrites } from './unit-of-work/serialized-writes.js';
import { announcedUnits } from './unit-of-work/write-stack.js';
import { Overviews } from './views/overview.js';
import { Search } from './views/search.js';
import { SpaceMaps } from './views/space-map.js';
import { UsageHistories } from './views/usage-histories.js';
import { UsageRecording } from './views/usage-recording.js';

/** A missing optional port is replaced by a default, which uses no external system. */
export interface ApplicationPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: RandomSource;
  readonly passwords: PasswordHasher;
  readonly tokens: TokenSource;
  /** Lifetime of an access token in seconds since its last use. */
  readonly tokenTtl: number;
  /** Scopes that users can grant to OAuth clients. Default: none, which disables OAuth. */
  readonly grantableScopes?: readonly Scope[];
  /** Metadata documents of OAuth clients. Default: none; only registered clients are accepted. */
  readonly clientDocuments?: ClientDocumentSource | undefined;
  readonly hosts?: HostPorts;
  readonly dnsServers?: DnsServers;
  readonly sender?: WebhookSender | undefined;
  readonly mailer?: Mailer;
  /** Formats an error for stored reports. Default: its message. */
  readonly errorText?: (error: IpamError, language?: 'de') => string;
  /** Directories for password checks. Default: none; only stored passwords are accepted. */
  readonly directories?: PasswordDirectories | undefined;
  readonly oidc?: OidcProviders | undefined;
  /** One-time codes and passkeys. Default: none; no second factor can be added or used. */
  readonly oneTimeCodes?: OneTimeCodes | undefined;
  readonly passkeys?: Passkeys | undefined;
  readonly saml?: SamlProviders | undefined;
  /** Log for failures of sign-in providers. Default: none. */
  readonly log?: Log | undefined;
  /** Applications with secrets, shared with the strategies. */
  readonly storedApps?: StoredApps;
  /** Announces revoked tokens to other processes. undefined: there are none. */
  readonly tokenRevocations?: TokenRevocations | undefined;
  readonly replica?: ReadReplica | undefined;
  /** Announces writes to other processes. undefined: there are none. */
  readonly announceWrites?: AnnounceWrites | undefined;
  readonly observer?: Observer;
}

export interface Application {
  /** Administration of users, groups, applications, settings and others. Changes are visible immediately. */
  readonly access: AccessAdministration;
  /** Routes reads to primary or replica; undefined without a replica. */
  readonly readRouter: ReadRouter | undefined;
  readonly sections: Sections;
  readonly subnets: Subnets;
  readonly subnetOperations: SubnetOperations;
  readonly addresses: Addresses;
  readonly pings: Pings;
  readonly scanning: Scanning;
  readonly scanStatus: () => Promise<ScanStatus>;
  readonly dns: DnsAdministration;
  readonly shownRecords: ExpectedDnsRecords;
  readonly allocation: Allocation;
  readonly explaining: Explaining;
  readonly holdExpiry: HoldExpiry;
  readonly addressBulk: BulkWrites;
  readonly subnetBulk: BulkWrites;
  readonly catalog: Catalog;
  readonly devices: Devices;
  readonly natRules: NatRules;
  readonly ranges: Ranges;
  /** Decides on space requests. `catalog` creates and changes the requests. */
  readonly requests: Requests;
  readonly customFields: CustomFields;
  readonly prefixSelection: PrefixSelection;
  readonly search: Search;
  readonly overviews: Overviews;
  readonly spaceMaps: SpaceMaps;
  readonly usageHistories: UsageHistories;
  readonly usageRecording: UsageRecording;
  readonly alarms: Alarms;
  readonly thresholdFollower: ThresholdFollower;
  readonly notificationFollower: NotificationFollower;
  readonly mailQueue: MailQueue;
  readonly ownSubscription: OwnSubscription;
  readonly mails: MailAdministration;
  readonly selectedDeletion: SelectedDeletion;
  readonly signIn: SignIn;
  /** Sign-in by OpenID and SAML providers; undefined without a port for them. */
  readonly providerSignIn: ProviderSignIn | undefined;
  /** Access tokens of OpenID providers. */
  readonly providerTokens: ProviderTokens;
  readonly accessTokens: AccessTokens;
  readonly accessKeys: AccessKeys;
  readonly ownKeys: OwnKeys;
  readonly ownAccount: OwnAccount;
  readonly savedViews: SavedViews;
  readonly oauthClients: OAuthClients;
  readonly authorizations: Authorizations;
  readonly oauthTokens: OAuthTokens;
  readonly secondFactors: SecondFactors;
  readonly rateLimiter: RateLimiter;
  readonly directory: Directory;
  readonly sealedRequests: SealedRequests;
  readonly serializedWrites: SerializedWrites;
  readonly repeats: IdempotentRequests;
  readonly ensuring: Ensuring;
  readonly rowImport: RowImport;
  readonly rowExport: RowExport;
  readonly rowColumns: RowColumns;
  readonly importJobs: ImportJobs;
  readonly importRunner: ImportRunner;
  readonly changes: Changes;
  readonly changeFeed: ChangeFeed;
  readonly commits: CommitSignal;
}

const noHosts: HostPorts = {
  probe: { find: () => Promise.reject(new ProbeError('missing', 'no host probe is configured')) },
  names: { namesOf: async () => [] },
};

const noDnsServers: DnsServers = {
  at: () => {
    throw new DnsError('unreachable', 'no DNS client is configured');
  },
};

const noMailer: Mailer = { send: () => Promise.reject(new MailFailure('no mailer is configured')) };

const noLog: Log = { fatal: () => {}, error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

export interface SharedServices {
  readonly announcedUnitOfWork: UnitOfWork;
  /** Like announcedUnitOfWork, for administrative writes. They take effect immediately in this process. */
  readonly administrativeUnitOfWork: UnitOfWork;
  readonly readersFor: ReadersFor;
  readonly signInSlots: SignInSlots;
  readonly settleIdentity: SettleIdentity;
  readonly providerTest: ProviderTest;
}

/** Every service by name: ports, shared services and use cases. */
export interface ApplicationServices extends Required<ApplicationPorts>, SharedServices, Application {}

type NecessaryPort =
  | 'readers'
  | 'unitOfWork'
  | 'clock'
  | 'timers'
  | 'random'
  | 'passwords'
  | 'tokens'
  | 'tokenTtl'
  | 'storedApps';

/** Default ports without external systems. */
export const defaultPorts: Omit<Required<ApplicationPorts>, NecessaryPort> = {
  hosts: noHosts,
  dnsServers: noDnsServers,
  sender: undefined,
  mailer: noMailer,
  errorText: ({ message }) => message,
  directories: undefined,
  oidc: undefined,
  oneTimeCodes: noOneTimeCodes,
  passkeys: noPasskeys,
  saml: undefined,
  log: undefined,
  tokenRevocations: undefined,
  replica: undefined,
  announceWrites: undefined,
  observer: {},
  grantableScopes: [],
  clientDocuments: undefined,
};

type ServiceName = keyof ApplicationServices;

export interface Recipe<T> {
  readonly needs: readonly ServiceName[];
  readonly make: (services: never) => T;
}

type Services<N extends readonly ServiceName[]> = { -readonly [I in keyof N]: ApplicationServices[N[I]] };

const recipe = <const N extends readonly ServiceName[], T>(needs: N, make: (...services: Services<N>) => T): Recipe<T> => ({
  needs,
  make: (services: Services<N>) => make(...services),
});

/** A recipe for an instance of a class with these constructor arguments. */
const instance = <const N extends readonly ServiceName[], T>(type: new (...services: Services<N>) => T, ...needs: N): Recipe<T> =>
  recipe(needs, (...services) => new type(...services));

const sharedRecipes: { readonly [N in keyof SharedServices]: Recipe<SharedServices[N]> } = {
  announcedUnitOfWork: recipe(['unitOfWork', 'commits'], (unitOfWork, commits) => announcedUnits(unitOfWork, commits)),
  administrativeUnitOfWork: recipe(['unitOfWork', 'commits', 'directory'], (unitOfWork, commits, directory) =>
    announcedUnits(unitOfWork, commits, () => directory.forget()),
  ),
  readersFor: recipe(['readers', 'readRouter'], (readers, readRouter) => (caller) => readRouter?.readersFor(caller) ?? readers),
  signInSlots: instance(SignInSlots, 'timers'),
  settleIdentity: recipe(['readers', 'administrativeUnitOfWork', 'clock'], (readers, unitOfWork, clock) => {
    const provided = new ProvidedUsers(readers, new AdministrativeUnits(unitOfWork, clock));
    return (...args) => provided.settle(...args);
  }),
  providerTest: recipe(['directories', 'oidc', 'saml'], (directories, oidc, saml) => providerTestBy({ directories, oidc, saml })),
};

const useCaseRecipes: { readonly [N in keyof Application]: Recipe<Application[N]> } = {
  readRouter: recipe(
    ['readers', 'replica', 'announceWrites'],
    (readers, replica, announceWrites) => replica && new ReadRouter(readers, replica, announceWrites),
  ),
  access: recipe(
    ['readers', 'administrativeUnitOfWork', 'clock', 'passwords', 'tokens', 'sender', 'providerTest'],
    createAccessAdministration,
  ),
  sections: instance(Sections, 'readers', 'announcedUnitOfWork', 'clock', 'readersFor'),
  subnets: instance(Subnets, 'readers', 'announcedUnitOfWork', 'clock', 'timers', 'readersFor'),
  subnetOperations: instance(SubnetOperations, 'announcedUnitOfWork', 'clock'),
  addresses: instance(Addresses, 'readers', 'announcedUnitOfWork', 'clock', 'timers', 'readersFor'),
  pings: recipe(
    ['addresses', 'announcedUnitOfWork', 'clock', 'hosts', 'directory'],
    (addresses, unitOfWork, clock, { probe }, directory) =>
      new Pings(addresses, { unitOfWork, clock, probe }, () => directory.settings()),
  ),
  scanning: recipe(
    ['readers', 'announcedUnitOfWork', 'clock', 'hosts', 'directory', 'observer'],
    (readers, unitOfWork, clock, hosts, directory, observer) =>
      new Scanning({ readers, unitOfWork, clock, hosts }, () => directory.settings(), observer),
  ),
  scanStatus: recipe(
    ['scanning', 'readers', 'hosts'],
    (scanning, readers, hosts) => () => readScanStatus(scanning, readers, hosts),
  ),
  dns: recipe(
    ['readers', 'unitOfWork', 'clock', 'dnsServers'],
    (readers, unitOfWork, clock, dnsServers) => new DnsAdministration({ readers, unitOfWork, clock }, dnsServers),
  ),
  shownRecords: instance(ExpectedDnsRecords, 'readers', 'dnsServers', 'clock', 'timers'),
  allocation: instance(Allocation, 'readers', 'announcedUnitOfWork', 'clock', 'timers', 'random', 'observer'),
  explaining: instance(Explaining, 'readers', 'clock'),
  holdExpiry: instance(HoldExpiry, 'readers', 'announcedUnitOfWork', 'clock'),
  addressBulk: recipe(
    ['announcedUnitOfWork', 'clock', 'timers'],
    (...needed) => new BulkWrites(...needed, (...args) => new AddressItems(...args)),
  ),
  subnetBulk: recipe(
    ['announcedUnitOfWork', 'clock', 'timers'],
    (...needed) => new BulkWrites(...needed, (...args) => new SubnetItems(...args)),
  ),
  catalog: instance(Catalog, 'readers', 'announcedUnitOfWork', 'clock'),
  devices: instance(Devices, 'readers'),
  ranges: instance(Ranges, 'readers', 'readersFor'),
  requests: instance(Requests, 'readers', 'announcedUnitOfWork', 'clock', 'timers', 'random', 'readersFor'),
  natRules: instance(NatRules, 'addresses', 'subnets'),
  customFields: instance(CustomFields, 'directory'),
  prefixSelection: instance(PrefixSelection, 'readers', 'directory', 'customFields', 'allocation'),
  search: instance(Search, 'readers', 'customFields', 'readersFor'),
  overviews: instance(Overviews, 'readers'),
  spaceMaps: instance(SpaceMaps, 'readers'),
  usageHistories: instance(UsageHistories, 'readers', 'clock'),
  usageRecording: instance(UsageRecording, 'readers', 'unitOfWork', 'clock', 'tokens'),
  alarms: instance(Alarms, 'readers', 'announcedUnitOfWork', 'clock'),
  thresholdFollower: instance(ThresholdFollower, 'alarms'),
  notificationFollower: recipe(
    ['readers', 'unitOfWork', 'clock', 'directory'],
    (readers, unitOfWork, clock, directory) => new NotificationFollower({ readers, unitOfWork, clock, directory }),
  ),
  mailQueue: recipe(
    ['readers', 'unitOfWork', 'clock', 'directory', 'mailer', 'tokens', 'log', 'random', 'observer'],
    (readers, unitOfWork, clock, directory, mailer, tokens, log = noLog, random, observer) => {
      const chance = () => Number(random.below(1000n)) / 1000;
      return new MailQueue({ readers, unitOfWork, clock, directory, mailer, tokens, log, chance, observer });
    },
  ),
  ownSubscription: instance(OwnSubscription, 'readers', 'announcedUnitOfWork'),
  mails: instance(MailAdministration, 'readers', 'mailer', 'clock', 'tokens'),
  selectedDeletion: instance(SelectedDeletion, 'announcedUnitOfWork', 'clock'),
  signIn: recipe(
    [
      ...(['readers', 'clock', 'tokens', 'directories', 'settleIdentity', 'log', 'announcedUnitOfWork'] as const),
      ...(['timers', 'passwords', 'observer', 'accessTokens', 'signInSlots', 'secondFactors'] as const),
    ],
    (readers, clock, tokens, directories, settle, log, unitOfWork, timers, passwords, observer, accessTokens, slots, factors) => {
      const guard = new SignInGuard(readers, unitOfWork, clock, timers, tokens, observer);
      const byDirectory = directories && new DirectoryPasswords({ readers, directories, settle, tokens, clock, log });
      return new SignIn(readers, passwords, tokens, guard, slots, accessTokens, byDirectory, factors);
    },
  ),
  providerSignIn: recipe(
    [
      ...(['oidc', 'saml', 'directory', 'announcedUnitOfWork', 'accessTokens'] as const),
      ...(['signInSlots', 'settleIdentity', 'clock', 'tokens', 'log'] as const),
    ],
    (oidc, saml, directory, unitOfWork, accessTokens, slots, settle, clock, tokens, log) =>
      oidc || saml
        ? new ProviderSignIn({ oidc, saml, directory, unitOfWork, accessTokens, slots, settle, clock, tokens, log })
        : undefined,
  ),
  providerTokens: instance(ProviderTokens, 'directory', 'oidc'),
  accessTokens: instance(AccessTokens, 'announcedUnitOfWork', 'clock', 'tokens', 'directory', 'tokenTtl'),
  accessKeys: instance(AccessKeys, 'announcedUnitOfWork', 'clock', 'tokens', 'directory'),
  ownKeys: instance(OwnKeys, 'readers', 'administrativeUnitOfWork', 'clock', 'tokens'),
  oauthClients: instance(OAuthClients, 'announcedUnitOfWork', 'clock', 'tokens'),
  authorizations: recipe(
    ['readers', 'administrativeUnitOfWork', 'clock', 'tokens', 'grantableScopes', 'clientDocuments'],
    (readers, unitOfWork, clock, tokens, grantable, source) => {
      const documents = source && new ClientDocuments(source, clock);
      return new Authorizations({ readers, unitOfWork, clock, tokens, grantable, documents });
    },
  ),
  oauthTokens: recipe(
    ['readers', 'administrativeUnitOfWork', 'clock', 'tokens', 'directory'],
    (readers, unitOfWork, clock, tokens, directory) => new OAuthTokens({ readers, unitOfWork, clock, tokens, directory }),
  ),
  savedViews: instance(SavedViews, 'readers', 'administrativeUnitOfWork'),
  ownAccount: recipe(
    ['readers', 'administrativeUnitOfWork', 'clock', 'passwords', 'tokens', 'signIn', 'secondFactors'],
    (readers, unitOfWork, clock, passwords, tokens, signIn, factors) =>
      new OwnAccount({
        ...{ readers, unitOfWork, clock, passwords, signIn, factors },
        digest: (token) => tokens.digest(token),
      }),
  ),
  secondFactors: recipe(
    ['readers', 'announcedUnitOfWork', 'clock', 'tokens', 'oneTimeCodes', 'passkeys'],
    (readers, unitOfWork, clock, tokens, codes, passkeys) =>
      new SecondFactors({
        ...{ readers, unitOfWork, clock, tokens },
        codes: codes ?? noOneTimeCodes,
        passkeys: passkeys ?? noPasskeys,
      }),
  ),
  rateLimiter: instance(RateLimiter, 'announcedUnitOfWork', 'clock'),
  directory: instance(Directory, 'readers', 'clock', 'tokenRevocations', 'storedApps'),
  sealedRequests: instance(SealedRequests, 'announcedUnitOfWork', 'clock', 'tokens'),
  serializedWrites: instance(SerializedWrites, 'announcedUnitOfWork', 'clock', 'timers', 'tokens'),
  repeats: instance(IdempotentRequests, 'readers', 'announcedUnitOfWork', 'clock', 'tokens'),
  ensuring: instance(Ensuring, 'readers', 'announcedUnitOfWork', 'clock'),
  rowImport: instance(RowImport, 'readers', 'announcedUnitOfWork', 'clock', 'timers'),
  rowExport: instance(RowExport, 'readers'),
  rowColumns: instance(RowColumns, 'readers'),
  importJobs: instance(ImportJobs, 'readers', 'announcedUnitOfWork', 'clock'),
  importRunner: recipe(
    ['readers', 'unitOfWork', 'clock', 'timers', 'tokens', 'directory', 'rowImport', 'log', 'errorText'],
    (readers, unitOfWork, clock, timers, tokens, directory, rowImport, log = noLog, textOf) =>
      new ImportRunner({ readers, unitOfWork, clock, timers, tokens, directory, rowImport, log, textOf }),
  ),
  changes: recipe(
    ['changeFeed', 'commits', 'timers', 'readers'],
    (changeFeed, commits, timers, { subnets }) => new Changes(changeFeed, new FeedHub(changeFeed, commits, timers), subnets),
  ),
  changeFeed: instance(ChangeFeed, 'readers', 'unitOfWork'),
  commits: instance(CommitSignal),
};

export const useCaseNames = Object.keys(useCaseRecipes) as readonly (keyof Application)[];

/** Collects all use cases. @param useCase returns a use case by name */
export function applicationOf(useCase: (name: keyof Application) => unknown): Application {
  const made: { readonly [name: string]: unknown } = Object.fromEntries(useCaseNames.map((name) => [name, useCase(name)]));
  return made as Record<keyof Application, unknown> as Application;
}

export const sharedNames = Object.keys(sharedRecipes) as readonly (keyof SharedServices)[];

/** Recipes of all services except ports, for `createApplication` and the service container. Each use-case can be replaced. */
export const recipes = { ...sharedRecipes, ...useCaseRecipes };
