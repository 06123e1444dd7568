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
import { Authenticator, type StrategyNames } from '../../application/access/sign-in/authenticator.js';
import { consoleApp, mcpApp } from '../../application/access/sign-in/built-in-apps.js';
import { StoredApps } from '../../application/access/sign-in/directory.js';
import type { Application } from '../../application/index.js';
import type { AuthStrategy } from '../../application/ports/authentication.js';
import type { Clock } from '../../application/ports/environment.js';
import type { Readers } from '../../application/ports/unit-of-work.js';
import { acceptedStrategies } from '../../domain/access/app.js';
import { services } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';

export const authenticationModule = new ContainerModule(({ bind }) => {
  bind(services.storedApps).toResolvedValue(
    (readers: Readers, clock: Clock, { web, mcp }: ServiceConfiguration) =>
      new StoredApps(readers, clock, [...(web ? [consoleApp] : []), ...(mcp === 'off' ? [] : [mcpApp(mcp)])]),
    [services.readers, services.clock, services.configuration],
  );
  bind(services.authStrategies).toResolvedValue(({ accessKeys }: Application) => new Key(accessKeys), [services.application]);
  bind(services.authStrategies).toResolvedValue(
    ({ accessTokens }: Application) => new UserToken(accessTokens),
    [services.application],
  );
  bind(services.authStrategies).toResolvedValue(
    ({ accessTokens }: Application) => new ConsoleSession(accessTokens),
    [services.application],
  );
  bind(services.authStrategies).toResolvedValue(({ signIn }: Application) => new Password(signIn), [services.application]);
  bind(services.authStrategies).toResolvedValue(
    ({ providerTokens }: Application) => new ProviderToken(providerTokens),
    [services.application],
  );
  bind(services.authStrategies).toResolvedValue((apps: StoredApps) => new StaticCode(apps), [services.storedApps]);
  bind(services.authStrategies).toResolvedValue((apps: StoredApps) => new EncryptedRequest(apps), [services.storedApps]);
  bind(services.acceptedStrategies).toConstantValue(acceptedStrategies);
  bind(services.authenticator).toResolvedValue(
    (strategies: AuthStrategy[], { directory, accessTokens }: Application, names: StrategyNames) =>
      new Authenticator(strategies, directory, accessTokens, names),
    [{ serviceIdentifier: services.authStrategies, isMultiple: true }, services.application, services.acceptedStrategies],
  );
});
