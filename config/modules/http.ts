import { ContainerModule } from 'inversify';
import { Strategies } from '../../adapters/auth/index.js';
import { createApi } from '../../adapters/http/index.js';
import { services } from '../services.js';

/** The interface for clients. */
export const httpModule = new ContainerModule(({ bind }) => {
  bind(services.authenticator).toResolvedValue(({ signIn, directory }) => new Strategies(signIn, directory), [services.application]);
  bind(services.api).toResolvedValue(
    (application, authenticator, log, { trustedProxies }) => createApi({ application, authenticator, log, trustedProxies }),
    [services.application, services.authenticator, services.log, services.configuration],
  );
});
