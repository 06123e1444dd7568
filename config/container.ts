import 'reflect-metadata';
import { Container } from 'inversify';
import type { Api } from '../adapters/http/index.js';
import type { ServiceMetrics } from '../adapters/metrics/index.js';
import type { Administration } from '../application/access/administration/administration.js';
import type { AccessAdministration } from '../application/access/administration/index.js';
import type { Application } from '../application/index.js';
import type { Database } from '../application/ports/database.js';
import type { Log, PasswordHasher, Timers, TokenRevocations, TokenSource } from '../application/ports/environment.js';
import type { WebhookSender } from '../application/ports/webhooks.js';
import type { StorageWatch } from '../application/storage-watch.js';
import type { EndingUnitOfWork } from '../application/unit-of-work/ending-unit-of-work.js';
import type { AnnounceWrites } from '../application/unit-of-work/read-router.js';
import { applicationModule } from './modules/application.js';
import { authenticationModule, httpModule } from './modules/http.js';
import { persistenceModule } from './modules/persistence.js';
import { systemModule } from './modules/system.js';
import { services } from './services.js';
import type { ServiceConfiguration } from './settings/settings.js';

export interface Service {
  readonly log: Log;
  readonly database: Database;
  readonly storage: StorageWatch;
  readonly unitOfWork: EndingUnitOfWork;
  readonly administration: Administration;
  readonly access: AccessAdministration;
  readonly application: Application;
  readonly api: Api;
  readonly timers: Timers;
  readonly tokens: TokenSource;
  readonly sender: WebhookSender;
  readonly metrics: ServiceMetrics | undefined;
}

/** Coordination between the workers of a service. */
export interface ClusterHooks {
  readonly revocations: TokenRevocations;
  /** Until the read replica contains a write, reads of its author use the primary. */
  readonly announceWrites: AnnounceWrites;
  /** Limits concurrent password checks across workers. */
  readonly queuedPasswords: (hasher: PasswordHasher) => PasswordHasher;
}

export const modules = [systemModule, persistenceModule, applicationModule, authenticationModule, httpModule] as const;

/** Creates all services with an open database, before any listener. @param agreements only in workers */
export async function assembleService(configuration: ServiceConfiguration, agreements?: ClusterHooks): Promise<Service> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(services.configuration).toConstantValue(configuration);
  container.bind(services.tokenRevocations).toConstantValue(agreements?.revocations);
  container.bind(services.announceWrites).toConstantValue(agreements?.announceWrites);
  container.bind(services.passwordsInTurn).toConstantValue(agreements?.queuedPasswords ?? ((hasher) => hasher));
  container.load(...modules);
  return {
    log: await container.getAsync(services.log),
    database: await container.getAsync(services.database),
    storage: await container.getAsync(services.storage),
    unitOfWork: await container.getAsync(services.endingUnitOfWork),
    administration: await container.getAsync(services.administration),
    access: await container.getAsync(services.access),
    application: await container.getAsync(services.application),
    api: await container.getAsync(services.api),
    timers: await container.getAsync(services.timers),
    tokens: await container.getAsync(services.tokens),
    sender: await container.getAsync(services.sender),
    metrics: await container.getAsync(services.metrics),
  };
}
