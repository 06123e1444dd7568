import 'reflect-metadata';
import { Container } from 'inversify';
import type { PasswordHasher, TokenRevocations } from '../application/ports/environment.js';
import type { AnnounceWrites } from '../application/unit-of-work/read-router.js';
import { applicationModule } from './modules/application.js';
import { authenticationModule, httpModule } from './modules/http.js';
import { persistenceModule } from './modules/persistence.js';
import { systemModule } from './modules/system.js';
import { type Service, services } from './services.js';
import type { ServiceConfiguration } from './settings/settings.js';

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
