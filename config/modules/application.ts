import { ContainerModule } from 'inversify';
import { Administration } from '../../application/access/administration/administration.js';
import type { StoredApps } from '../../application/access/sign-in/directory.js';
import { CommittedChanges } from '../../application/changes/feed/committed-changes.js';
import { type Application, createApplication } from '../../application/index.js';
import type { ReadReplica } from '../../application/ports/database.js';
import type { DnsServers } from '../../application/ports/dns.js';
import type {
  Clock,
  Log,
  PasswordHasher,
  RandomSource,
  Timers,
  TokenRevocations,
  TokenSource,
} from '../../application/ports/environment.js';
import type { Observer } from '../../application/ports/observer.js';
import type { HostPorts } from '../../application/ports/scanning.js';
import type { OidcProviders, PasswordDirectories } from '../../application/ports/sign-in-providers.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import type { WebhookSender } from '../../application/ports/webhooks.js';
import type { AnnounceWrites } from '../../application/unit-of-work/read-router.js';
import { announcedUnits } from '../../application/unit-of-work/write-stack.js';
import { services } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';

const ports = [services.readers, services.unitOfWork, services.clock, services.passwords, services.tokens] as const;
/** What is changed through these is seen at once in this process. */
const administrativePorts = [
  services.readers,
  services.administrativeUnitOfWork,
  services.clock,
  services.passwords,
  services.tokens,
] as const;
type Ports = [readers: Readers, unitOfWork: UnitOfWork, clock: Clock, passwords: PasswordHasher, tokens: TokenSource];

/** The use-cases: those of requests, and those that set the service up. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(services.administrativeUnitOfWork).toResolvedValue(
    (unitOfWork: UnitOfWork, { commits, directory }: Application) =>
      announcedUnits(unitOfWork, commits, () => directory.forget()),
    [services.unitOfWork, services.application],
  );
  bind(services.administration).toResolvedValue((...given: Ports) => new Administration(...given), [...administrativePorts]);
  bind(services.access).toResolvedValue(({ access }: Application) => access, [services.application]);
  bind(services.committedChanges).toResolvedValue(
    ({ changes, commits }: Application, timers: Timers, log: Log) => new CommittedChanges(changes, commits, timers, log),
    [services.application, services.timers, services.log],
  );
  bind(services.application).toResolvedValue(
    (
      ...given: [
        ...Ports,
        Timers,
        RandomSource,
        HostPorts,
        DnsServers,
        WebhookSender,
        PasswordDirectories,
        OidcProviders,
        Log,
        StoredApps,
        TokenRevocations | undefined,
        ServiceConfiguration,
        Observer,
        ReadReplica | undefined,
        AnnounceWrites | undefined,
      ]
    ) => {
      const [
        readers,
        unitOfWork,
        clock,
        passwords,
        tokens,
        timers,
        random,
        hosts,
        dnsServers,
        sender,
        directories,
        oidc,
        log,
        storedApps,
        tokenRevocations,
        { tokenTtl },
        observer,
        replica,
        announceWrites,
      ] = given;
      return createApplication({
        readers,
        unitOfWork,
        clock,
        timers,
        random,
        passwords,
        tokens,
        tokenTtl,
        hosts,
        dnsServers,
        sender,
        directories,
        oidc,
        log,
        storedApps,
        tokenRevocations,
        observer,
        replica,
        announceWrites,
      });
    },
    [
      ...ports,
      services.timers,
      services.random,
      services.hosts,
      services.dnsServers,
      services.sender,
      services.directories,
      services.oidc,
      services.log,
      services.storedApps,
      services.tokenRevocations,
      services.configuration,
      services.observer,
      services.replica,
      services.tellWrites,
    ],
  );
});
