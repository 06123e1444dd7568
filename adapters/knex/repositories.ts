import type { Repositories } from '../../application/ports/unit-of-work.js';
import { KnexAppLeaseRepository } from './identity/app-lease-repository.js';
import { KnexAppRepository } from './identity/app-repository.js';
import { KnexGroupRepository } from './identity/group-repository.js';
import { KnexRequestNonceRepository } from './identity/request-nonce-repository.js';
import { KnexSettingsRepository } from './identity/settings-repository.js';
import { KnexSignInAttemptRepository } from './identity/sign-in-attempt-repository.js';
import { KnexSignInOriginRepository } from './identity/sign-in-origin-repository.js';
import { KnexTokenRepository } from './identity/token-repository.js';
import { KnexUserRepository } from './identity/user-repository.js';
import { AddressIds } from './inventory/address-ids.js';
import { KnexAddressRepository } from './inventory/address-repository.js';
import { KnexCatalogRepository } from './inventory/catalog-repository.js';
import { KnexChangeLogRepository } from './inventory/change-log-repository.js';
import { KnexCustomFieldRepository } from './inventory/custom-field-repository.js';
import { KnexCustomValueRepository } from './inventory/custom-value-repository.js';
import { KnexFeedRepository } from './inventory/feed-repository.js';
import { KnexSectionRepository } from './inventory/section-repository.js';
import { KnexSubnetRepository } from './inventory/subnet-repository.js';
import type { Session } from './sessions/session.js';

/**
 * All repositories, with their statements in one session.
 * @param addressIds ids that the process holds for new addresses
 */
export const repositoriesIn = (session: Session, addressIds = new AddressIds()): Repositories => ({
  sections: new KnexSectionRepository(session),
  subnets: new KnexSubnetRepository(session),
  addresses: new KnexAddressRepository(session, addressIds),
  catalog: new KnexCatalogRepository(session),
  customFields: new KnexCustomFieldRepository(session),
  customValues: new KnexCustomValueRepository(session),
  users: new KnexUserRepository(session),
  groups: new KnexGroupRepository(session),
  apps: new KnexAppRepository(session),
  tokens: new KnexTokenRepository(session),
  signInAttempts: new KnexSignInAttemptRepository(session),
  signInOrigins: new KnexSignInOriginRepository(session),
  requestNonces: new KnexRequestNonceRepository(session),
  appLeases: new KnexAppLeaseRepository(session),
  settings: new KnexSettingsRepository(session),
  changeLog: new KnexChangeLogRepository(session),
  feed: new KnexFeedRepository(session),
});
