import { ContainerModule } from 'inversify';
import { RandomTokenSource, ScryptPasswordHasher, systemTimers } from '../../adapters/system/index.js';
import { createLog } from '../logging.js';
import { services } from '../services.js';

/** Timers, secrets and log. */
export const systemModule = new ContainerModule(({ bind }) => {
  bind(services.timers).toConstantValue(systemTimers);
  bind(services.passwords).toResolvedValue(() => new ScryptPasswordHasher());
  bind(services.tokens).toResolvedValue(() => new RandomTokenSource());
  bind(services.log).toResolvedValue(({ logLevel }) => createLog({ level: logLevel }), [services.configuration]);
});
