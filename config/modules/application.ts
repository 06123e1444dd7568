import { ContainerModule } from 'inversify';
import { powerDnsServers as dnsServers } from '../../adapters/powerdns/index.js';
import { Administration } from '../../application/administration/administration.js';
import { createAccessAdministration } from '../../application/administration/index.js';
import { createApplication } from '../../application/index.js';
import type { Clock, PasswordHasher, Timers, TokenRevocations, TokenSource } from '../../application/ports/environment.js';
import type { HostPorts } from '../../application/ports/scanning.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import type { WebhookSender } from '../../application/ports/webhooks.js';
import type { StoredApps } from '../../application/sign-in/directory.js';
import { services } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';

const ports = [services.readers, services.unitOfWork, services.clock, services.passwords, services.tokens] as const;
type Ports = [readers: Readers, unitOfWork: UnitOfWork, clock: Clock, passwords: PasswordHasher, tokens: TokenSource];

/** The use-cases: those of requests, and those that set the service up. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(services.administration).toResolvedValue((...given: Ports) => new Administration(...given), [...ports]);
  bind(services.access).toResolvedValue(
    (...given: [...Ports, WebhookSender]) => createAccessAdministration(...given),
    [...ports, services.sender],
  );
  bind(services.application).toResolvedValue(
    (...given: [...Ports, Timers, HostPorts, StoredApps, TokenRevocations | undefined, ServiceConfiguration]) => {
      const [readers, unitOfWork, clock, passwords, tokens, timers, hosts, storedApps, tokenRevocations, { tokenTtl }] = given;
      return createApplication({
        readers,
        unitOfWork,
        clock,
        timers,
        passwords,
        tokens,
        tokenTtl,
        hosts,
        dnsServers,
        storedApps,
        tokenRevocations,
      });
    },
    [...ports, services.timers, services.hosts, services.storedApps, services.tokenRevocations, services.configuration],
  );
});
