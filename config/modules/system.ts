import { ContainerModule } from 'inversify';
import { systemHosts } from '../../adapters/hosts/system-host-probe.js';
import { answerFor } from '../../adapters/http/error-table.js';
import { httpClientDocuments } from '../../adapters/http-client/index.js';
import type { ServiceMetrics } from '../../adapters/metrics/index.js';
import { PasswordHashes, RandomTokenSource, systemRandom, systemTimers } from '../../adapters/system/index.js';
import { requestSpans } from '../../adapters/tracing/request-spans.js';
import { FairPasswords } from '../../application/access/sign-in/fair-passwords.js';
import { once } from '../../application/once.js';
import type { Observer } from '../../application/ports/observer.js';
import type { OneTimeCodes, Passkeys } from '../../application/ports/second-factors.js';
import { observeAll, requestEntries } from '../metrics/observers.js';
import { passwordsAtOnce } from '../password-checks.js';
import { logsInfo, processLog } from '../process-log.js';
import { dnsServers, httpClient, mailer, signInProtocols, webhookSender } from '../remote-services.js';
import { services } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { readVersion } from '../version.js';

export const systemModule = new ContainerModule(({ bind }) => {
  bind(services.hosts).toConstantValue(systemHosts);
  bind(services.dnsServers).toConstantValue(dnsServers);
  bind(services.timers).toConstantValue(systemTimers);
  bind(services.random).toConstantValue(systemRandom);
  bind(services.passwords).toResolvedValue(
    (inTurn) => new FairPasswords(inTurn(new PasswordHashes()), passwordsAtOnce()),
    [services.passwordsInTurn],
  );
  bind(services.sender).toConstantValue(webhookSender);
  bind(services.clientDocuments).toResolvedValue(
    ({ mcpClientDocuments: permitted }: ServiceConfiguration) =>
      permitted === 'off' ? undefined : httpClientDocuments(httpClient, { permitsPrivate: permitted === 'all' }),
    [services.configuration],
  );
  bind(services.mailer).toConstantValue(mailer);
  bind(services.errorText).toConstantValue((error, language) => answerFor(error, language)?.message ?? error.message);
  bind(services.oidc).toConstantValue(signInProtocols.oidc);
  bind(services.saml).toConstantValue(signInProtocols.saml);
  bind(services.directories).toConstantValue(signInProtocols.directories);
  bind(services.oneTimeCodes).toResolvedValue(() => lateOneTimeCodes());
  bind(services.passkeys).toResolvedValue(() => latePasskeys());
  bind(services.tokens).toResolvedValue(() => new RandomTokenSource());
  bind(services.log).toResolvedValue(processLog, [services.configuration]);
  bind(services.observers).toResolvedValue(
    (log, { logLevel, logsRequests }) => (logsRequests && logsInfo(logLevel) ? requestEntries(log) : {}),
    [services.log, services.configuration],
  );
  bind(services.observers).toResolvedValue((metrics: ServiceMetrics | undefined) => metrics?.observer ?? {}, [services.metrics]);
  bind(services.observers).toResolvedValue(() => requestSpans(readVersion()));
  bind(services.metrics).toResolvedValue(
    async ({ metrics: { listener, isPublic } }: ServiceConfiguration) => {
      if (!listener && !isPublic) return undefined;
      const { ServiceMetrics } = await import('../../adapters/metrics/index.js'); // not loaded if metrics are disabled
      return new ServiceMetrics(readVersion());
    },
    [services.configuration],
  );
  bind(services.observer).toResolvedValue(
    (observers: Observer[]) => observeAll(observers),
    [{ serviceIdentifier: services.observers, isMultiple: true }],
  );
});

/** Loads the library on first use. */
export function lateOneTimeCodes(): OneTimeCodes {
  const load = once(async () => new (await import('../../adapters/second-factors/otp-codes.js')).OtpCodes());
  return {
    newSecret: async () => (await load(undefined)).newSecret(),
    uri: async (...args) => (await load(undefined)).uri(...args),
    stepOf: async (...args) => (await load(undefined)).stepOf(...args),
  };
}

/** Loads the library on first use. */
export function latePasskeys(): Passkeys {
  const load = once(async () => new (await import('../../adapters/second-factors/webauthn-passkeys.js')).WebauthnPasskeys());
  return {
    challengeIn: async (answer) => (await load(undefined)).challengeIn(answer),
    creation: async (...args) => (await load(undefined)).creation(...args),
    verifyCreation: async (...args) => (await load(undefined)).verifyCreation(...args),
    request: async (...args) => (await load(undefined)).request(...args),
    verifyRequest: async (...args) => (await load(undefined)).verifyRequest(...args),
  };
}
