import type { ChangeLogReader, ChangeLogRepository } from './change-log.js';
import type { CustomFieldReader, CustomFieldRepository, CustomValueRepository } from './custom-fields.js';
import type { FeedReader, FeedRepository } from './feed.js';
import type {
  AppLeaseRepository,
  AppReader,
  AppRepository,
  GroupReader,
  GroupRepository,
  RequestNonceRepository,
  SettingsReader,
  SettingsRepository,
  SignInAttemptReader,
  SignInAttemptRepository,
  SignInOriginReader,
  SignInOriginRepository,
  TokenReader,
  TokenRepository,
  UserReader,
  UserRepository,
} from './identity.js';
import type {
  AddressReader,
  AddressRepository,
  CatalogReader,
  CatalogRepository,
  SectionReader,
  SectionRepository,
  SubnetReader,
  SubnetRepository,
} from './inventory.js';
import type { NetworkSums } from './overview/network-sums.js';
import type { SubnetScanRepository } from './scanning.js';
import type { SignInProviderReader, SignInProviderRepository } from './sign-in-providers.js';
import type { WebhookReader, WebhookRepository } from './webhooks.js';

/** Under which key who asked for something: a key is the caller's own. */
export interface RequestKey {
  /** Who asked, by a name that nobody else has. */
  readonly caller: string;
  readonly key: string;
}

/** A write that was done, and what was answered. */
export interface AnsweredRequest extends RequestKey {
  /** A digest of what was asked for. */
  readonly payload: string;
  /** As whoever answers it has written it down. */
  readonly answer: string;
  /** From then on it is forgotten, though it be there still. */
  readonly outlived: Date;
}

/** Reads what was answered to requests that have a key. */
export interface AnsweredRequestReader {
  /** The one with a key, though it be outlived; only what is committed. */
  find(key: RequestKey): Promise<AnsweredRequest | undefined>;
}

/** Remembers what was answered to requests that have a key, in the unit of work that does what they ask for. */
export interface AnsweredRequestRepository extends AnsweredRequestReader {
  /**
   * Adds some, each in the place of an outlived one with its key. Where another unit of work that has not ended adds one with
   * the same key, it waits for that one's end.
   * @throws IpamError repeat.underWay when one has been answered already: nothing of the unit of work may be kept
   */
  add(requests: readonly AnsweredRequest[], now: Date): Promise<void>;
  /** Deletes some of those that are outlived, a thousand at most so that it stays quick. @returns how many */
  deleteOutlived(now: Date): Promise<number>;
}

/** Everything that can be read, outside of any unit of work: each call sees what is committed when it starts. */
export interface Readers {
  readonly sections: SectionReader;
  readonly subnets: SubnetReader;
  readonly networkSums: NetworkSums;
  readonly addresses: AddressReader;
  readonly catalog: CatalogReader;
  readonly customFields: CustomFieldReader;
  readonly users: UserReader;
  readonly groups: GroupReader;
  readonly apps: AppReader;
  readonly tokens: TokenReader;
  readonly signInAttempts: SignInAttemptReader;
  readonly signInOrigins: SignInOriginReader;
  readonly settings: SettingsReader;
  readonly changeLog: ChangeLogReader;
  readonly feed: FeedReader;
  readonly webhooks: WebhookReader;
  readonly signInProviders: SignInProviderReader;
  readonly answeredRequests: AnsweredRequestReader;
}

/** Everything that can be read and written within one unit of work. */
export interface Repositories extends Readers {
  readonly sections: SectionRepository;
  readonly subnets: SubnetRepository;
  readonly addresses: AddressRepository;
  readonly catalog: CatalogRepository;
  readonly customFields: CustomFieldRepository;
  readonly customValues: CustomValueRepository;
  readonly users: UserRepository;
  readonly groups: GroupRepository;
  readonly apps: AppRepository;
  readonly tokens: TokenRepository;
  readonly signInAttempts: SignInAttemptRepository;
  readonly signInOrigins: SignInOriginRepository;
  readonly requestNonces: RequestNonceRepository;
  readonly appLeases: AppLeaseRepository;
  readonly settings: SettingsRepository;
  readonly subnetScans: SubnetScanRepository;
  readonly changeLog: ChangeLogRepository;
  readonly feed: FeedRepository;
  readonly webhooks: WebhookRepository;
  readonly signInProviders: SignInProviderRepository;
  readonly answeredRequests: AnsweredRequestRepository;
}

/**
 * What work throws that is to be undone although nothing went wrong. Where a storage finds out later that something did, it
 * throws that instead.
 */
export class UndoneWork extends Error {
  override readonly name = 'UndoneWork';
}

/** What is known of a unit of work before it begins. */
export interface UnitTerms {
  /** It is undone in any case: a storage that can gives what it adds ids that no record gets, so that none is used up. */
  readonly isTrial?: boolean;
}

/** The one way to write: all of it or nothing. */
export interface UnitOfWork {
  /**
   * Runs work in one transaction and commits it when the work is done; whatever it throws undoes everything and is passed
   * on. Work may run again when the database asks for it, so it must do nothing beyond the repositories.
   */
  run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitTerms): Promise<T>;
}
