import { ContainerModule } from 'inversify';
import { Administration } from '../../application/administration.js';
import type { Clock, PasswordHasher, TokenSource } from '../../application/ports/environment.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { createApplication } from '../../application/index.js';
import { services } from '../services.js';

/** The use-cases that run outside of requests. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(services.administration).toResolvedValue(
    (readers: Readers, unitOfWork: UnitOfWork, clock: Clock, passwords: PasswordHasher, tokens: TokenSource) =>
      new Administration(readers, unitOfWork, clock, passwords, tokens),
    [services.readers, services.unitOfWork, services.clock, services.passwords, services.tokens],
  );
  bind(services.application).toResolvedValue(
    (readers, unitOfWork, clock, passwords, tokens, { tokenTtl }) => createApplication({ readers, unitOfWork, clock, passwords, tokens, tokenTtl }),
    [services.readers, services.unitOfWork, services.clock, services.passwords, services.tokens, services.configuration],
  );
});
