import type { Repositories } from '../../application/ports/unit-of-work.js';
import { AddressIds } from './address-ids.js';
import { KnexAddressRepository } from './address-repository.js';
import { KnexAppLeaseRepository } from './app-lease-repository.js';
import { KnexAppRepository } from './app-repository.js';
import { KnexCatalogRepository } from './catalog-repository.js';
import { KnexChangeLogRepository } from './change-log-repository.js';
import { KnexCustomFieldRepository } from './custom-field-repository.js';
import { KnexCustomValueRepository } from './custom-value-repository.js';
import { KnexGroupRepository } from './group-repository.js';
import { KnexRequestNonceRepository } from './request-nonce-repository.js';
import { KnexSectionRepository } from './section-repository.js';
import type { Session } from './session.js';
import { KnexSettingsRepository } from './settings-repository.js';
import { KnexSignInAttemptRepository } from './sign-in-attempt-repository.js';
import { KnexSignInOriginRepository } from './sign-in-origin-repository.js';
import { KnexSubnetRepository } from './subnet-repository.js';
import { KnexTokenRepository } from './token-repository.js';
import { KnexUserRepository } from './user-repository.js';

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
});
