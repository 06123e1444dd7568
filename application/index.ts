import type { Settings } from '../domain/access/settings.js';
import { AdministrativeUnits } from './access/administration/administrative-units.js';
import { type AccessAdministration, createAccessAdministration } from './access/administration/index.js';
import { ProvidedUsers } from './access/administration/provided-users.js';
import type { ProviderTest } from './access/administration/sign-in-provider-administration.js';
import { AccessTokens } from './access/sign-in/access-tokens.js';
import { Directory, StoredApps } from './access/sign-in/directory.js';
import { DirectoryPasswords, type SettleIdentity } from './access/sign-in/directory-passwords.js';
import { ProviderSignIn } from './access/sign-in/provider-sign-in.js';
import { ProviderTokens } from './access/sign-in/provider-tokens.js';
import { SealedRequests } from './access/sign-in/sealed-requests.js';
import { SignIn } from './access/sign-in/sign-in.js';
import { SignInGuard } from './access/sign-in/sign-in-guard.js';
import { SignInSlots } from './access/sign-in/sign-in-slots.js';
import { Allocation } from './allocation/allocation.js';
import { Explaining } from './allocation/explaining.js';
import { HoldExpiry } from './allocation/hold-expiry.js';
import { PrefixSelection } from './allocation/prefix-selection.js';
import type { Caller } from './caller.js';
import { Catalog } from './catalog/catalog.js';
import { CustomFields } from './catalog/custom-fields.js';
import { Devices } from './catalog/devices.js';
import { NatRules } from './catalog/nat-rules.js';
import { ChangeFeed } from './changes/feed/change-feed.js';
import { Changes } from './changes/feed/changes.js';
import { FeedHub } from './changes/feed/feed-hub.js';
import { DnsAdministration } from './dns/dns-administration.js';
import { ExpectedDnsRecords } from './dns/expected-records.js';
import { Addresses } from './inventory/addresses.js';
import { Sections } from './inventory/sections.js';
import { SubnetOperations } from './inventory/subnet-operations.js';
import { Subnets } from './inventory/subnets.js';
import type { ReadReplica } from './ports/database.js';
import { DnsError, type DnsServers } from './ports/dns.js';
import type { Clock, Log, PasswordHasher, RandomSource, Timers, TokenRevocations, TokenSource } from './ports/environment.js';
import type { Observer } from './ports/observer.js';
import { type HostPorts, ProbeError } from './ports/scanning.js';
import type { OidcProviders, PasswordDirectories } from './ports/sign-in-providers.js';
import type { Readers, UnitOfWork } from './ports/unit-of-work.js';
import type { WebhookSender } from './ports/webhooks.js';
import { Pings } from './scan/pings.js';
import { readScanStatus, type ScanStatus } from './scan/scan-status.js';
import { Scanning } from './scan/scanning.js';
import { AddressItems } from './transfer/bulk/address-items.js';
import { BulkWrites } from './transfer/bulk/bulk-writes.js';
import { SelectedDeletion } from './transfer/bulk/selected-deletion.js';
import { SubnetItems } from './transfer/bulk/subnet-items.js';
import { Ensuring } from './transfer/ensure/ensuring.js';
import { RowColumns } from './transfer/rows/row-columns.js';
import { RowExport } from './transfer/rows/row-export.js';
import { RowImport } from './transfer/rows/row-import.js';
import { CommitSignal } from './unit-of-work/commit-signal.js';
import { IdempotentRequests } from './unit-of-work/idempotent-requests.js';
import { type AnnounceWrites, ReadRouter } from './unit-of-work/read-router.js';
import { SerializedWrites } from './unit-of-work/serialized-writes.js';
import { announcedUnits } from './unit-of-work/write-stack.js';
import { Overviews } from './views/overview.js';
import { Search } from './views/search.js';
import { SpaceMaps } from './views/space-map.js';

/** What the use-cases need from outside. */
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
  /** What asks hosts; without it none is probed. */
  readonly hosts?: HostPorts;
  /** What keeps zones of the DNS; without it no records are kept. */
  readonly dnsServers?: DnsServers;
  /** What sends events to receivers of webhooks; without it none is sent. */
  readonly sender?: WebhookSender | undefined;
  /** Directories that check passwords of users; without them only passwords that are stored count. */
  readonly directories?: PasswordDirectories | undefined;
  /** OpenID providers; without it nobody signs in by one. */
  readonly oidc?: OidcProviders | undefined;
  /** Takes down what fails in sign-ins; nothing does when not given. */
  readonly log?: Log | undefined;
  /** Applications with their secrets, shared with the strategies that look at them. */
  readonly storedApps?: StoredApps;
  /** How other processes are told of what ends here; none where there are no others. */
  readonly tokenRevocations?: TokenRevocations | undefined;
  /** A copy of what is stored that takes reads off it. */
  readonly replica?: ReadReplica | undefined;
  /** How other processes are told who writes; none where there are no others. */
  readonly announceWrites?: AnnounceWrites | undefined;
  /** Is told what happens; nobody is when not given. */
  readonly observer?: Observer;
}

/** Every use-case, ready to be called. */
export interface Application {
  /** Users, groups, applications, settings and the like. What it changes is seen at once. */
  readonly access: AccessAdministration;
  /** Where callers read, and who has written lately; only with a replica. */
  readonly readPlaces: ReadRouter | undefined;
  readonly sections: Sections;
  readonly subnets: Subnets;
  readonly subnetOperations: SubnetOperations;
  readonly addresses: Addresses;
  readonly pings: Pings;
  readonly scanning: Scanning;
  /** How scans go. */
  readonly scanStatus: () => Promise<ScanStatus>;
  readonly dns: DnsAdministration;
  /** DNS records of addresses, for those who read them. */
  readonly shownRecords: ExpectedDnsRecords;
  readonly allocation: Allocation;
  /** Says why what was taken was taken. */
  readonly explaining: Explaining;
  /** Frees what is held no longer. */
  readonly holdExpiry: HoldExpiry;
  /** Many addresses, or subnets, at once. */
  readonly addressBulk: BulkWrites;
  readonly subnetBulk: BulkWrites;
  readonly catalog: Catalog;
  readonly devices: Devices;
  readonly natRules: NatRules;
  readonly customFields: CustomFields;
  readonly prefixSelection: PrefixSelection;
  readonly search: Search;
  /** The register at a glance, and maps of the address space. */
  readonly overviews: Overviews;
  readonly spaceMaps: SpaceMaps;
  readonly selectedDeletion: SelectedDeletion;
  readonly signIn: SignIn;
  /** Sign-in by OpenID providers, where there can be any. */
  readonly providerSignIn: ProviderSignIn | undefined;
  /** Access tokens of OpenID providers. */
  readonly providerTokens: ProviderTokens;
  readonly accessTokens: AccessTokens;
  readonly directory: Directory;
  readonly sealedRequests: SealedRequests;
  readonly serializedWrites: SerializedWrites;
  readonly repeats: IdempotentRequests;
  readonly ensuring: Ensuring;
  /** Rows of tables, brought in and given out. */
  readonly rowImport: RowImport;
  readonly rowExport: RowExport;
  readonly rowColumns: RowColumns;
  readonly changes: Changes;
  /** The feed of changes, for those who follow it, and what tells them that there may be some. */
  readonly changeFeed: ChangeFeed;
  readonly commits: CommitSignal;
}

const noHosts: HostPorts = {
  probe: { find: () => Promise.reject(new ProbeError('missing', 'nothing is there that could probe hosts')) },
  names: { namesOf: async () => [] },
};

const noDnsServers: DnsServers = {
  at: () => {
    throw new DnsError('unreachable', 'nothing is there that could reach a DNS server');
  },
};

/** Puts the use-cases together over some adapters of the ports. */
export function createApplication(ports: ApplicationPorts): Application {
  const { readers, clock, timers, passwords, tokens, observer = {} } = ports;
  const commits = new CommitSignal();
  const unitOfWork = announcedUnits(ports.unitOfWork, commits);
  const changeFeed = new ChangeFeed(readers, ports.unitOfWork);
  const readPlaces = ports.replica && new ReadRouter(readers, ports.replica, ports.announceWrites);
  const readersFor = (caller: Caller) => readPlaces?.readersFor(caller) ?? readers;
  const subnets = new Subnets(readers, unitOfWork, clock, timers, readersFor);
  const addresses = new Addresses(readers, unitOfWork, clock, timers, readersFor);
  const allocation = new Allocation(readers, unitOfWork, clock, timers, ports.random, observer);
  const directory = new Directory(readers, clock, ports.tokenRevocations, ports.storedApps ?? new StoredApps(readers, clock));
  const customFields = new CustomFields(directory);
  const administrative = announcedUnits(ports.unitOfWork, commits, () => directory.forget());
  const access = createAccessAdministration(readers, administrative, clock, passwords, tokens, ports.sender, providerTest(ports));
  return {
    access,
    readPlaces,
    sections: new Sections(readers, unitOfWork, clock, readersFor),
    subnets,
    subnetOperations: new SubnetOperations(unitOfWork, clock),
    addresses,
    ...scanningOf(ports, unitOfWork, addresses, () => directory.settings()),
    ...dnsOf(ports),
    allocation,
    explaining: new Explaining(readers, clock),
    holdExpiry: new HoldExpiry(readers, unitOfWork, clock),
    addressBulk: new BulkWrites(unitOfWork, clock, timers, (...given) => new AddressItems(...given)),
    subnetBulk: new BulkWrites(unitOfWork, clock, timers, (...given) => new SubnetItems(...given)),
    catalog: new Catalog(readers, unitOfWork, clock),
    devices: new Devices(readers),
    natRules: new NatRules(addresses, subnets),
    customFields,
    prefixSelection: new PrefixSelection(readers, directory, customFields, allocation),
    search: new Search(readers, customFields, readersFor),
    selectedDeletion: new SelectedDeletion(unitOfWork, clock),
    ...signInOf(ports, unitOfWork, directory, new ProvidedUsers(readers, new AdministrativeUnits(administrative, clock))),
    overviews: new Overviews(readers),
    spaceMaps: new SpaceMaps(readers),
    directory,
    sealedRequests: new SealedRequests(unitOfWork, clock, tokens),
    serializedWrites: new SerializedWrites(unitOfWork, clock, timers, tokens),
    ensuring: new Ensuring(readers, unitOfWork, clock),
    rowImport: new RowImport(readers, unitOfWork, clock, timers),
    rowExport: new RowExport(readers),
    rowColumns: new RowColumns(readers),
    repeats: new IdempotentRequests(readers, unitOfWork, clock, tokens),
    changes: new Changes(changeFeed, new FeedHub(changeFeed, commits, timers)),
    changeFeed,
    commits,
  };
}

function signInOf(
  { readers, clock, timers, passwords, tokens, tokenTtl, directories, oidc, log, observer = {} }: ApplicationPorts,
  unitOfWork: UnitOfWork,
  directory: Directory,
  providedUsers: ProvidedUsers,
): Pick<Application, 'signIn' | 'accessTokens' | 'providerSignIn' | 'providerTokens'> {
  const accessTokens = new AccessTokens(unitOfWork, clock, tokens, directory, tokenTtl);
  const guard = new SignInGuard(readers, unitOfWork, clock, timers, tokens, observer);
  const settle: SettleIdentity = (...given) => providedUsers.settle(...given);
  const byDirectory = directories && new DirectoryPasswords({ readers, directories, settle, tokens, clock, log });
  const slots = new SignInSlots(timers);
  const signIn = new SignIn(readers, passwords, tokens, guard, slots, accessTokens, byDirectory);
  const common = { directory, unitOfWork, accessTokens, slots, settle, clock, tokens, log };
  return {
    signIn,
    accessTokens,
    providerSignIn: oidc && new ProviderSignIn({ oidc, ...common }),
    providerTokens: new ProviderTokens(directory, oidc),
  };
}

const providerTest =
  ({ directories, oidc }: ApplicationPorts): ProviderTest =>
  async (provider, user) => {
    if (provider.type === 'ldap' && directories) return directories.test(provider.ldap, user);
    if (provider.type === 'oidc' && oidc) return oidc.test(provider.oidc);
    return [{ step: 'find the protocol', problem: `${provider.type} is not supported here` }];
  };

function scanningOf(
  { readers, clock, hosts = noHosts, observer = {} }: ApplicationPorts,
  unitOfWork: UnitOfWork,
  addresses: Addresses,
  settings: () => Promise<Settings>,
): Pick<Application, 'pings' | 'scanning' | 'scanStatus'> {
  const scanningPorts = { readers, unitOfWork, clock, hosts };
  const scanning = new Scanning(scanningPorts, settings, observer);
  return {
    pings: new Pings(addresses, { unitOfWork, clock, probe: hosts.probe }, settings),
    scanning,
    scanStatus: () => readScanStatus(scanning, scanningPorts),
  };
}

const dnsOf = ({
  readers,
  unitOfWork,
  clock,
  timers,
  dnsServers = noDnsServers,
}: ApplicationPorts): Pick<Application, 'dns' | 'shownRecords'> => ({
  dns: new DnsAdministration({ readers, unitOfWork, clock }, dnsServers),
  shownRecords: new ExpectedDnsRecords(readers, dnsServers, clock, timers),
});
