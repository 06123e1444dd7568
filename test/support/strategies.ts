import {
  ConsoleSession,
  EncryptedRequest,
  Key,
  Password,
  ProviderToken,
  StaticCode,
  UserToken,
} from '../../adapters/auth/index.js';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { systemClock } from '../../adapters/system/index.js';
import { StoredApps } from '../../application/access/sign-in/directory.js';
import type { Application } from '../../application/index.js';
import type { AuthStrategy, PresentedRequest } from '../../application/ports/authentication.js';
import type { StoredApp } from '../../domain/access/app.js';

/** The strategies of the service. */
export const strategiesOver = (
  {
    signIn,
    accessTokens,
    accessKeys,
    providerTokens,
  }: Pick<Application, 'signIn' | 'accessTokens' | 'accessKeys' | 'providerTokens'>,
  apps: StoredApps,
): AuthStrategy[] => [
  new Key(accessKeys),
  new UserToken(accessTokens),
  new ConsoleSession(accessTokens),
  new Password(signIn),
  new ProviderToken(providerTokens),
  new StaticCode(apps),
  new EncryptedRequest(apps),
];

/** A request without credentials, except the given ones. */
export const presenting = (given: Partial<PresentedRequest> = {}): PresentedRequest => ({
  method: 'GET',
  headers: {},
  clientAddress: '192.0.2.7',
  tls: { encrypted: false, clientCertificate: () => undefined },
  opened: undefined,
  isUse: true,
  isGone: () => false,
  ...given,
});

/** Applications without a storage. */
export const storedAppsOf = (...apps: readonly StoredApp[]): StoredApps =>
  new StoredApps(
    { ...createMemoryDatabase().readers, apps: { find: async () => apps[0], list: async () => [...apps] } },
    systemClock,
  );
