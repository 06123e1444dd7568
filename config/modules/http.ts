import { ContainerModule } from 'inversify';
import { createApi } from '../../adapters/http/index.js';
import type { Authenticator } from '../../application/access/sign-in/authenticator.js';
import type { Application } from '../../application/index.js';
import type { Log } from '../../application/ports/environment.js';
import type { Observer } from '../../application/ports/observer.js';
import type { StorageWatch } from '../../application/storage-watch.js';
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
