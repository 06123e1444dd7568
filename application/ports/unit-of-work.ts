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
import type { SubnetScanRepository } from './scanning.js';

import type { WebhookReader, WebhookRepository } from './webhooks.js';

/** Everything that can be read, outside of any unit of work: each call sees what is committed when it starts. */
export interface Readers {
  readonly sections: SectionReader;
  readonly subnets: SubnetReader;
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
}

/** The one way to write: all of it or nothing. */
export interface UnitOfWork {
  /**
   * Runs work in one transaction and commits it when the work is done; whatever it throws undoes everything and is passed
   * on. Work may run again when the database asks for it, so it must do nothing beyond the repositories.
   */
  run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
}
