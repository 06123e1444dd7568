import type { Repositories } from '../../application/ports/unit-of-work.js';
import { KnexAnsweredRequestRepository } from './changes/answered-request-repository.js';
import { KnexChangeLogRepository } from './changes/change-log-repository.js';
import { KnexFeedRepository } from './changes/feed-repository.js';
import { FreeAddresses } from './free-space/free-addresses.js';
import { KnexAccessKeyRepository, KnexRateCountRepository } from './identity/access-key-repository.js';
import { KnexAppLeaseRepository } from './identity/app-lease-repository.js';
import { KnexAppRepository } from './identity/app-repository.js';
import { KnexGroupRepository } from './identity/group-repository.js';
import { KnexNotificationRepository } from './identity/notification-repository.js';
import { KnexOAuthRepository } from './identity/oauth-repository.js';
import { KnexRequestNonceRepository } from './identity/request-nonce-repository.js';
import { KnexRoleRepository } from './identity/role-repository.js';
import { KnexSavedViewRepository } from './identity/saved-view-repository.js';
import { KnexSecondFactorRepository } from './identity/second-factor-repository.js';
import { KnexSettingsRepository } from './identity/settings-repository.js';
import { KnexSignInAttemptRepository } from './identity/sign-in-attempt-repository.js';
import { KnexSignInOriginRepository } from './identity/sign-in-origin-repository.js';
import { KnexSignInProviderRepository } from './identity/sign-in-provider-repository.js';
import { KnexTokenRepository } from './identity/token-repository.js';
import { KnexUserRepository } from './identity/user-repository.js';
import { KnexWebhookRepository } from './identity/webhook-repository.js';
import { AddressIds, type NewIds, type UnitIds } from './inventory/address-ids.js';
import { KnexAddressRepository } from './inventory/address-repository.js';
import { KnexCatalogRepository } from './inventory/catalog-repository.js';
import { KnexCustomFieldRepository } from './inventory/custom-field-repository.js';
import { KnexCustomValueRepository } from './inventory/custom-value-repository.js';
import { DryRunIds } from './inventory/dry-run-ids.js';
import { KnexSectionRepository } from './inventory/section-repository.js';
import { KnexSubnetRepository } from './inventory/subnets/subnet-repository.js';
import { KnexSubnetScanRepository } from './inventory/subnets/subnet-scan-repository.js';
import type { Session } from './sessions/session.js';
import { KnexImportRepository } from './transfer/import-repository.js';
import { KnexNetworkSums } from './usage/network-sums.js';
import { KnexUsageHistoryRepository } from './usage/usage-history-repository.js';

/** Creates each repository on first use, because most work uses few. Members are getters: a spread of an instance copies none. */
class SessionRepositories implements Repositories {
  readonly #session: Session;
  readonly #addressIds: NewIds;
  readonly #dryRunIds: DryRunIds | undefined;
  #sections: KnexSectionRepository | undefined;
  #subnets: KnexSubnetRepository | undefined;
  #networkSums: KnexNetworkSums | undefined;
  #usageHistory: KnexUsageHistoryRepository | undefined;
  /** Shared by the repositories, because a change of ranges also changes gaps that were read. */
  readonly #freeAddresses: FreeAddresses;
  #addresses: KnexAddressRepository | undefined;
  #catalog: KnexCatalogRepository | undefined;
  #customFields: KnexCustomFieldRepository | undefined;
  #customValues: KnexCustomValueRepository | undefined;
  #users: KnexUserRepository | undefined;
  #groups: KnexGroupRepository | undefined;
  #apps: KnexAppRepository | undefined;
  #tokens: KnexTokenRepository | undefined;
  #accessKeys: KnexAccessKeyRepository | undefined;
  #rateCounts: KnexRateCountRepository | undefined;
  #signInAttempts: KnexSignInAttemptRepository | undefined;
  #signInOrigins: KnexSignInOriginRepository | undefined;
  #requestNonces: KnexRequestNonceRepository | undefined;
  #appLeases: KnexAppLeaseRepository | undefined;
  #settings: KnexSettingsRepository | undefined;
  #subnetScans: KnexSubnetScanRepository | undefined;
  #changeLog: KnexChangeLogRepository | undefined;
  #feed: KnexFeedRepository | undefined;
  #webhooks: KnexWebhookRepository | undefined;
  #notifications: KnexNotificationRepository | undefined;
  #roles: KnexRoleRepository | undefined;
  #savedViews: KnexSavedViewRepository | undefined;
  #imports: KnexImportRepository | undefined;
  #oauth: KnexOAuthRepository | undefined;
  #secondFactors: KnexSecondFactorRepository | undefined;
  #signInProviders: KnexSignInProviderRepository | undefined;
  #answeredRequests: KnexAnsweredRequestRepository | undefined;

  constructor(session: Session, ids: UnitIds | DryRunIds) {
    this.#session = session;
    this.#freeAddresses = new FreeAddresses(session);
    this.#addressIds = ids;
    this.#dryRunIds = ids instanceof DryRunIds ? ids : undefined;
  }

  get sections(): KnexSectionRepository {
    this.#sections ??= new KnexSectionRepository(this.#session, this.#dryRunIds);
    return this.#sections;
  }

  get subnets(): KnexSubnetRepository {
    this.#subnets ??= new KnexSubnetRepository(this.#session, this.#dryRunIds);
    return this.#subnets;
  }

  get networkSums(): KnexNetworkSums {
    this.#networkSums ??= new KnexNetworkSums(this.#session, this.subnets);
    return this.#networkSums;
  }

  get usageHistory(): KnexUsageHistoryRepository {
    this.#usageHistory ??= new KnexUsageHistoryRepository(this.#session);
    return this.#usageHistory;
  }

  get addresses(): KnexAddressRepository {
    this.#addresses ??= new KnexAddressRepository(this.#session, this.#addressIds, this.#freeAddresses);
    return this.#addresses;
  }

  get catalog(): KnexCatalogRepository {
    this.#catalog ??= new KnexCatalogRepository(this.#session, this.#dryRunIds, this.#freeAddresses);
    return this.#catalog;
  }

  get customFields(): KnexCustomFieldRepository {
    this.#customFields ??= new KnexCustomFieldRepository(this.#session);
    return this.#customFields;
  }

  get customValues(): KnexCustomValueRepository {
    this.#customValues ??= new KnexCustomValueRepository(this.#session);
    return this.#customValues;
  }

  get users(): KnexUserRepository {
    this.#users ??= new KnexUserRepository(this.#session, this.#dryRunIds);
    return this.#users;
  }

  get groups(): KnexGroupRepository {
    this.#groups ??= new KnexGroupRepository(this.#session, this.#dryRunIds);
    return this.#groups;
  }

  get apps(): KnexAppRepository {
    this.#apps ??= new KnexAppRepository(this.#session);
    return this.#apps;
  }

  get accessKeys(): KnexAccessKeyRepository {
    this.#accessKeys ??= new KnexAccessKeyRepository(this.#session);
    return this.#accessKeys;
  }

  get rateCounts(): KnexRateCountRepository {
    this.#rateCounts ??= new KnexRateCountRepository(this.#session);
    return this.#rateCounts;
  }

  get tokens(): KnexTokenRepository {
    this.#tokens ??= new KnexTokenRepository(this.#session);
    return this.#tokens;
  }

  get signInAttempts(): KnexSignInAttemptRepository {
    this.#signInAttempts ??= new KnexSignInAttemptRepository(this.#session);
    return this.#signInAttempts;
  }

  get signInOrigins(): KnexSignInOriginRepository {
    this.#signInOrigins ??= new KnexSignInOriginRepository(this.#session);
    return this.#signInOrigins;
  }

  get requestNonces(): KnexRequestNonceRepository {
    this.#requestNonces ??= new KnexRequestNonceRepository(this.#session);
    return this.#requestNonces;
  }

  get appLeases(): KnexAppLeaseRepository {
    this.#appLeases ??= new KnexAppLeaseRepository(this.#session);
    return this.#appLeases;
  }

  get settings(): KnexSettingsRepository {
    this.#settings ??= new KnexSettingsRepository(this.#session);
    return this.#settings;
  }

  get subnetScans(): KnexSubnetScanRepository {
    this.#subnetScans ??= new KnexSubnetScanRepository(this.#session);
    return this.#subnetScans;
  }

  get changeLog(): KnexChangeLogRepository {
    this.#changeLog ??= new KnexChangeLogRepository(this.#session);
    return this.#changeLog;
  }

  get feed(): KnexFeedRepository {
    this.#feed ??= new KnexFeedRepository(this.#session);
    return this.#feed;
  }

  get oauth(): KnexOAuthRepository {
    this.#oauth ??= new KnexOAuthRepository(this.#session);
    return this.#oauth;
  }

  get imports(): KnexImportRepository {
    this.#imports ??= new KnexImportRepository(this.#session, this.#dryRunIds);
    return this.#imports;
  }

  get savedViews(): KnexSavedViewRepository {
    this.#savedViews ??= new KnexSavedViewRepository(this.#session, this.#dryRunIds);
    return this.#savedViews;
  }

  get notifications(): KnexNotificationRepository {
    this.#notifications ??= new KnexNotificationRepository(this.#session);
    return this.#notifications;
  }

  get roles(): KnexRoleRepository {
    this.#roles ??= new KnexRoleRepository(this.#session);
    return this.#roles;
  }

  get secondFactors(): KnexSecondFactorRepository {
    this.#secondFactors ??= new KnexSecondFactorRepository(this.#session);
    return this.#secondFactors;
  }

  get signInProviders(): KnexSignInProviderRepository {
    this.#signInProviders ??= new KnexSignInProviderRepository(this.#session);
    return this.#signInProviders;
  }

  get webhooks(): KnexWebhookRepository {
    this.#webhooks ??= new KnexWebhookRepository(this.#session);
    return this.#webhooks;
  }

  get answeredRequests(): KnexAnsweredRequestRepository {
    this.#answeredRequests ??= new KnexAnsweredRequestRepository(this.#session);
    return this.#answeredRequests;
  }
}

export const repositoriesIn = (session: Session, addressIds = new AddressIds().ofUnit()): Repositories =>
  new SessionRepositories(session, addressIds);

/** New records get ids that are not taken from the sequences. */
export const dryRunRepositories = (session: Session): Repositories => new SessionRepositories(session, new DryRunIds());
