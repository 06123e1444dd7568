import { ContainerModule } from 'inversify';
import { Administration } from '../../application/access/administration/administration.js';
import { CommittedChanges } from '../../application/changes/feed/committed-changes.js';
import { applicationOf, type Recipe, recipes, useCaseNames } from '../../application/use-cases.js';
import { grantableScopes } from '../../domain/access/oauth.js';
import { services } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';

export const applicationModule = new ContainerModule(({ bind }) => {
  bind(services.tokenTtl).toResolvedValue(({ tokenTtl }: ServiceConfiguration) => tokenTtl, [services.configuration]);
  bind(services.grantableScopes).toResolvedValue(
    ({ mcp, mcpOauth, web }: ServiceConfiguration) => grantableScopes(mcpOauth && web ? mcp : 'off'),
    [services.configuration],
  );
  const bindRecipe = <N extends keyof typeof recipes>(name: N): void => {
    const { needs, make }: Recipe<unknown> = recipes[name];
    bind<unknown>(services[name]).toResolvedValue(
      (...needed: unknown[]) => make(needed as never),
      needs.map((need) => services[need]),
    );
  };
  for (const name of Object.keys(recipes) as (keyof typeof recipes)[]) bindRecipe(name);
  bind(services.application).toResolvedValue(
    (...made: unknown[]) => applicationOf((name) => made[useCaseNames.indexOf(name)]),
    useCaseNames.map((name) => services[name]),
  );
  bind(services.administration).toResolvedValue(
    (...needed) => new Administration(...needed),
    [services.readers, services.administrativeUnitOfWork, services.clock, services.passwords, services.tokens],
  );
  bind(services.committedChanges).toResolvedValue(
    ({ changes, commits }, timers, log) => new CommittedChanges(changes, commits, timers, log),
    [services.application, services.timers, services.log],
  );
});
