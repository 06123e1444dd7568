import type { AccessKeyReader, AccessKeyRepository, RateCountRepository } from './access-keys.js';
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
  RoleReader,
  RoleRepository,
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
import type { ImportReader, ImportRepository } from './imports.js';
import type { AddressReader, AddressRepository } from './inventory/addresses.js';
import type { CatalogReader, CatalogRepository, SectionReader, SectionRepository } from './inventory/records.js';
import type { SubnetReader, SubnetRepository } from './inventory/subnets.js';
import type { NetworkSums } from './network-sums.js';
import type { NotificationReader, NotificationRepository } from './notifications.js';
import type { OAuthReader, OAuthRepository } from './oauth.js';
import type { SavedViewReader, SavedViewRepository } from './saved-views.js';
import type { SubnetScanRepository } from './scanning.js';
import type { SecondFactorReader, SecondFactorRepository } from './second-factors.js';
import type { SignInProviderReader, SignInProviderRepository } from './sign-in-providers.js';
import type { UsageHistoryReader, UsageHistoryRepository } from './usage-history.js';
import type { WebhookReader, WebhookRepository } from './webhooks.js';

/** An idempotency key. Each caller has separate keys. */
export interface RequestKey {
  readonly caller: string;
  readonly key: string;
}

export interface AnsweredRequest extends RequestKey {
  /** Digest of the request. */
  readonly payload: string;
  readonly answer: string;
  /** Expiry. The record may exist longer. */
  readonly outlived: Date;
}

export interface AnsweredRequestReader {
  /** The committed record, even if expired. */
  find(key: RequestKey): Promise<AnsweredRequest | undefined>;
}

/** Stores idempotency records in the unit of work of the request. */
export interface AnsweredRequestRepository extends AnsweredRequestReader {
  /**
   * Adds records and replaces expired ones. Waits for open units of work with the same key.
   * @throws IpamError repeat.underWay if a key already has a record; the unit of work must be rolled back
   */
  add(requests: readonly AnsweredRequest[], now: Date): Promise<void>;
  /** Deletes at most a thousand expired records per call, to be fast. @returns their number */
  deleteOutlived(now: Date): Promise<number>;
}

/** Readers outside of units of work. Each call sees all commits before its start. */
export interface Readers {
  readonly sections: SectionReader;
  readonly subnets: SubnetReader;
  readonly networkSums: NetworkSums;
  readonly usageHistory: UsageHistoryReader;
  readonly addresses: AddressReader;
  readonly catalog: CatalogReader;
  readonly customFields: CustomFieldReader;
  readonly users: UserReader;
  readonly groups: GroupReader;
  readonly roles: RoleReader;
  readonly savedViews: SavedViewReader;
  readonly imports: ImportReader;
  readonly oauth: OAuthReader;
  readonly apps: AppReader;
  readonly tokens: TokenReader;
  readonly accessKeys: AccessKeyReader;
  readonly signInAttempts: SignInAttemptReader;
  readonly signInOrigins: SignInOriginReader;
  readonly settings: SettingsReader;
  readonly changeLog: ChangeLogReader;
  readonly feed: FeedReader;
  readonly webhooks: WebhookReader;
  readonly notifications: NotificationReader;
  readonly signInProviders: SignInProviderReader;
  readonly secondFactors: SecondFactorReader;
  readonly answeredRequests: AnsweredRequestReader;
}

/**
 * Repositories of one unit of work. `save` adds a record, or replaces the stored record with the same id or name.
 * A boolean result of a deletion states whether the record existed.
 */
export interface Repositories extends Readers {
  readonly sections: SectionRepository;
  readonly subnets: SubnetRepository;
  readonly usageHistory: UsageHistoryRepository;
  readonly addresses: AddressRepository;
  readonly catalog: CatalogRepository;
  readonly customFields: CustomFieldRepository;
  readonly customValues: CustomValueRepository;
  readonly users: UserRepository;
  readonly groups: GroupRepository;
  readonly roles: RoleRepository;
  readonly savedViews: SavedViewRepository;
  readonly imports: ImportRepository;
  readonly oauth: OAuthRepository;
  readonly apps: AppRepository;
  readonly tokens: TokenRepository;
  readonly accessKeys: AccessKeyRepository;
  readonly rateCounts: RateCountRepository;
  readonly signInAttempts: SignInAttemptRepository;
  readonly signInOrigins: SignInOriginRepository;
  readonly requestNonces: RequestNonceRepository;
  readonly appLeases: AppLeaseRepository;
  readonly settings: SettingsRepository;
  readonly subnetScans: SubnetScanRepository;
  readonly changeLog: ChangeLogRepository;
  readonly feed: FeedRepository;
  readonly webhooks: WebhookRepository;
  readonly notifications: NotificationRepository;
  readonly signInProviders: SignInProviderRepository;
  readonly secondFactors: SecondFactorRepository;
  readonly answeredRequests: AnsweredRequestRepository;
}

/** Thrown by work to roll back without a failure. The storage may throw a later error instead. */
export class UndoneWork extends Error {
  override readonly name = 'UndoneWork';
}

export interface UnitOfWorkOptions {
  /** A dry run. Some storages then assign temporary ids, so that no real ids are used up. */
  readonly isDryRun?: boolean;
}

export interface UnitOfWork {
  /**
   * Runs work in one transaction. An error rolls it back and is rethrown. The database may require a retry, so the work must have
   * no effects outside of the repositories.
   */
  run<T>(work: (repositories: Repositories) => Promise<T>, options?: UnitOfWorkOptions): Promise<T>;
}
