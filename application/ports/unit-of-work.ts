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
import type { WebhookReader, WebhookRepository } from './webhooks.js';

/** An idempotency key; keys are separate for each caller. */
export interface RequestKey {
  /** A unique name of the caller. */
  readonly caller: string;
  readonly key: string;
}

/** A completed write and its answer. */
export interface AnsweredRequest extends RequestKey {
  /** Digest of the request. */
  readonly payload: string;
  /** The serialized answer. */
  readonly answer: string;
  /** Expiry; the record may exist for a while after it. */
  readonly outlived: Date;
}

export interface AnsweredRequestReader {
  /** The committed record of a key, even if expired. */
  find(key: RequestKey): Promise<AnsweredRequest | undefined>;
}

/** Stores the answers to requests with keys, in the unit of work of the write. */
export interface AnsweredRequestRepository extends AnsweredRequestReader {
  /**
   * Adds records; each replaces an expired one with its key. Waits for another open unit of work that adds the same key.
   * @throws IpamError repeat.underWay when a key has an answer already: the unit of work must be rolled back
   */
  add(requests: readonly AnsweredRequest[], now: Date): Promise<void>;
  /** Deletes at most a thousand expired records, so that the call is quick. @returns the number of deleted records */
  deleteOutlived(now: Date): Promise<number>;
}

/** Reads outside of units of work: each call sees all commits before its start. */
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
  readonly answeredRequests: AnsweredRequestReader;
}

/** Reads and writes within one unit of work. */
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
  readonly answeredRequests: AnsweredRequestRepository;
}

/** Thrown by work to roll back without a failure. If the storage finds an error afterwards, it throws that error instead. */
export class UndoneWork extends Error {
  override readonly name = 'UndoneWork';
}

/** Terms of a unit of work, known before its start. */
export interface UnitTerms {
  /** A dry run: always rolled back. Storages that can then assign temporary ids, so that no real id is used up. */
  readonly isTrial?: boolean;
}

/** Transactions: the only way to write. */
export interface UnitOfWork {
  /**
   * Runs work in one transaction. Commits when the work resolves; rolls back and rethrows when it throws. The database may
   * require a retry, so the work must have no effects outside of the repositories.
   */
  run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitTerms): Promise<T>;
}
