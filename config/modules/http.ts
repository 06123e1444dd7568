import { ContainerModule } from 'inversify';
import {
  ConsoleSession,
  EncryptedRequest,
  Key,
  Password,
  ProviderToken,
  StaticCode,
  UserToken,
} from '../../adapters/auth/index.js';
import { createApi } from '../../adapters/http/index.js';
import { Authenticator, type StrategyNames } from '../../application/access/sign-in/authenticator.js';
import { consoleApp, mcpApp } from '../../application/access/sign-in/built-in-apps.js';
import { StoredApps } from '../../application/access/sign-in/directory.js';
import type { Application } from '../../application/index.js';
import type { AuthStrategy } from '../../application/ports/authentication.js';
import type { Clock, Log } from '../../application/ports/environment.js';
import type { Observer } from '../../application/ports/observer.js';
import type { Readers } from '../../application/ports/unit-of-work.js';
import type { StorageWatch } from '../../application/storage-watch.js';
import { acceptedStrategies } from '../../domain/access/app.js';
import { rowFiles } from '../row-files.js';
import { services } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { readVersion } from '../version.js';

export const httpModule = new ContainerModule(({ bind }) => {
  bind(services.basePath).toResolvedValue(({ basePath }: ServiceConfiguration) => basePath, [services.configuration]);
  bind(services.api).toResolvedValue(
    (
      application: Application,
      authenticator: Authenticator,
      log: Log,
      storage: StorageWatch,
      { trustedProxies, compresses, publicOrigins, maxRequests, metrics: { isPublic: tellsMetrics } }: ServiceConfiguration,
      basePath: string,
      observer: Observer,
    ) =>
      createApi({
        application,
        authenticator,
        log,
        storage,
        trustedProxies,
        publicOrigins,
        compresses,
        maxRequests,
        basePath,
        observer,
        tellsMetrics,
        version: readVersion(),
        csv: rowFiles,
      }),
    [
      services.application,
      services.authenticator,
      services.log,
      services.storage,
      services.configuration,
      services.basePath,
      services.observer,
    ],
  );
});

const strategiesOfApplication: readonly ((application: Application) => AuthStrategy)[] = [
  ({ accessKeys }) => new Key(accessKeys),
  ({ accessTokens }) => new UserToken(accessTokens),
  ({ accessTokens }) => new ConsoleSession(accessTokens),
  ({ signIn }) => new Password(signIn),
  ({ providerTokens }) => new ProviderToken(providerTokens),
];

export const authenticationModule = new ContainerModule(({ bind }) => {
  bind(services.storedApps).toResolvedValue(
    (readers: Readers, clock: Clock, { web, mcp }: ServiceConfiguration) =>
      new StoredApps(readers, clock, [...(web ? [consoleApp] : []), ...(mcp === 'off' ? [] : [mcpApp(mcp)])]),
    [services.readers, services.clock, services.configuration],
  );
  for (const create of strategiesOfApplication) bind(services.authStrategies).toResolvedValue(create, [services.application]);
  for (const Strategy of [StaticCode, EncryptedRequest])
    bind(services.authStrategies).toResolvedValue((apps: StoredApps) => new Strategy(apps), [services.storedApps]);
  bind(services.acceptedStrategies).toConstantValue(acceptedStrategies);
  bind(services.authenticator).toResolvedValue(
    (strategies: AuthStrategy[], { directory, accessTokens }: Application, names: StrategyNames) =>
      new Authenticator(strategies, directory, accessTokens, names),
    [{ serviceIdentifier: services.authStrategies, isMultiple: true }, services.application, services.acceptedStrategies],
  );
});
