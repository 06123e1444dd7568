import { ContainerModule } from 'inversify';
import { Administration } from '../../application/administration/administration.js';
import { createAccessAdministration } from '../../application/administration/index.js';
import { createApplication } from '../../application/index.js';
import type { AccessNews, Clock, PasswordHasher, Timers, TokenSource } from '../../application/ports/environment.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { services } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';

const ports = [services.readers, services.unitOfWork, services.clock, services.passwords, services.tokens] as const;
type Ports = [readers: Readers, unitOfWork: UnitOfWork, clock: Clock, passwords: PasswordHasher, tokens: TokenSource];

/** The use-cases: those of requests, and those that set the service up. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(services.administration).toResolvedValue((...given: Ports) => new Administration(...given), [...ports]);
  bind(services.access).toResolvedValue((...given: Ports) => createAccessAdministration(...given), [...ports]);
  bind(services.application).toResolvedValue(
    (...given: [...Ports, Timers, AccessNews | undefined, ServiceConfiguration]) => {
      const [readers, unitOfWork, clock, passwords, tokens, timers, accessNews, { tokenTtl }] = given;
      return createApplication({ readers, unitOfWork, clock, timers, passwords, tokens, tokenTtl, accessNews });
    },
    [...ports, services.timers, services.accessNews, services.configuration],
  );
});
